// One line per feature, and the few places where one feature is handed what another offers.
import { fileURLToPath } from 'node:url';
import { auditFeature } from './features/audit/feature.ts';
import { auditData } from './features/audit/migrations/personal-data.ts';
import { authFeature } from './features/auth/feature.ts';
import { authData } from './features/auth/migrations/personal-data.ts';
import { authSealed } from './features/auth/migrations/sealed-columns.ts';
import { livingSessions, loadCompany, overSessions } from './features/auth/service.ts';
import { createAuthenticate } from './features/auth/session/authenticate.ts';
import { chatFeature } from './features/chat/feature.ts';
import { chatData } from './features/chat/migrations/personal-data.ts';
import {
  countConversations,
  countScheduled,
  dropScheduled,
  filesReadBy,
  filesSent,
  forgetOwn,
  relabelling,
} from './features/chat/service.ts';
import { companyFeature } from './features/company/feature.ts';
import { companyData } from './features/company/migrations/personal-data.ts';
import * as company from './features/company/service.ts';
import { filesFeature } from './features/files/feature.ts';
import { filesData } from './features/files/migrations/personal-data.ts';
import { insightsFeature } from './features/insights/feature.ts';
import { insightsData } from './features/insights/migrations/personal-data.ts';
import { forget as forgetActivity } from './features/insights/service.ts';
import { notificationsFeature } from './features/notifications/feature.ts';
import { notificationsData } from './features/notifications/migrations/personal-data.ts';
import * as notifications from './features/notifications/service.ts';
import { createOperatorGuard } from './features/operator/accounts/sessions.ts';
import { operatorFeature } from './features/operator/feature.ts';
import { operatorData } from './features/operator/migrations/personal-data.ts';
import { peopleFeature } from './features/people/feature.ts';
import { peopleData } from './features/people/migrations/personal-data.ts';
import { peopleSealed } from './features/people/migrations/sealed-columns.ts';
import * as people from './features/people/service.ts';
import { facesAmong, isActive, statusesOf, statusOf, tellEmployeesAllowed } from './features/people/service.ts';
import { privacyFeature } from './features/privacy/feature.ts';
import { privacyData } from './features/privacy/migrations/personal-data.ts';
import { forgetExports } from './features/privacy/service.ts';
import { provisioningFeature } from './features/provisioning/feature.ts';
import { provisioningData } from './features/provisioning/migrations/personal-data.ts';
import { countTokens } from './features/provisioning/service.ts';
import { searchFeature } from './features/search/feature.ts';
import { spacesFeature } from './features/spaces/feature.ts';
import { spacesData } from './features/spaces/migrations/personal-data.ts';
import * as spaces from './features/spaces/service.ts';
import { imagesAmong } from './features/spaces/service.ts';
import { syncFeature } from './features/sync/feature.ts';
import { systemFeature } from './features/system/feature.ts';
import { systemData } from './features/system/migrations/personal-data.ts';
import type { SealedColumn } from './platform/db/keys/resealing.ts';
import { platformData } from './platform/db/privacy/personal-data.ts';
import type { Tagged } from './platform/db/privacy/register.ts';
import type { Context, Feature, TopicSource } from './platform/feature.ts';
import type { Hub } from './platform/realtime/hub.ts';
import type { Tickets } from './platform/realtime/tickets.ts';

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The files of all of them are merged by the time in their names. */
export const migrationFolders = [
  folder('./platform/db/migrations'),
  ...[
    'audit',
    'auth',
    'chat',
    'company',
    'files',
    'insights',
    'notifications',
    'operator',
    'people',
    'privacy',
    'provisioning',
    'spaces',
    'system',
  ].map((name) => folder(`./features/${name}/migrations`)),
];

/** What every column of every table is to a person: a line per feature. */
export const personalData: readonly Tagged[] = [
  ...platformData,
  ...auditData,
  ...authData,
  ...chatData,
  ...companyData,
  ...filesData,
  ...insightsData,
  ...notificationsData,
  ...operatorData,
  ...peopleData,
  ...privacyData,
  ...provisioningData,
  ...spacesData,
  ...systemData,
];

/** Everything that lies sealed in the database: a line per feature. */
export const sealedColumns: readonly SealedColumn[] = [...authSealed, ...peopleSealed];

/** Builds all features and wires what they need of each other. */
export function buildFeatures(context: Context, tickets: Tickets, hub: Pick<Hub, 'availableIn' | 'isHere' | 'size'>) {
  const topicSources: TopicSource[] = [];
  const authenticate = createAuthenticate(context, { people, company });
  const files = filesFeature(context, {
    isActive,
    mayRead: { chat: filesReadBy },
    inUse: [
      facesAmong,
      imagesAmong,
      async (tx) => [(await loadCompany(tx)).company_logo ?? ''],
      company.iconsInUse,
      (tx, all) =>
        filesSent(
          tx,
          all.map((file) => file.file_id),
        ),
    ],
  });
  const insights = insightsFeature(context);
  const auth = authFeature(context, { people, company, notifications }, authenticate);
  const peopleOf = peopleFeature(
    context,
    {
      spaces,
      chat: { countConversations, countScheduled, dropScheduled, forgetOwn, relabelling },
      notifications,
      provisioning: { countTokens },
      insights: { forget: forgetActivity },
      privacy: { forgetExports },
      files: files.files,
      availableIn: hub.availableIn,
    },
    files.files,
  );
  const features: Feature[] = [
    auditFeature(context),
    auth,
    chatFeature(context, spaces, files.files),
    companyFeature(context, files.files, { tellAllowed: (tx) => tellEmployeesAllowed(tx, context.bus) }),
    files,
    insights,
    notificationsFeature(context, hub.isHere, company.createAppIcon(context, files.files)),
    operatorFeature(context, () => hub.size),
    peopleOf,
    privacyFeature(context, { register: personalData, files: files.files, proof: auth.proof }),
    provisioningFeature(context, peopleOf.provisioned),
    searchFeature(),
    spacesFeature(context),
    syncFeature(context, { tickets, topicSources }),
    systemFeature(context),
  ];
  for (const { topics } of features) if (topics) topicSources.push(topics);
  const guards = {
    authenticate: insights.noting(authenticate),
    isProven: auth.isProven,
    operator: createOperatorGuard(context.db),
  };
  return { features, topicSources, guards, statusOf, statusesOf, livingSessions, overSessions };
}
