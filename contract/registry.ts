// One line per feature: everything that crosses the wire, for the server and the tests. The browser never imports this.

import * as audit from './audit.ts';
import * as companies from './auth/companies.ts';
import * as demand from './auth/demand.ts';
import * as passkeys from './auth/passkeys.ts';
import * as proof from './auth/proof.ts';
import * as seal from './auth/seal.ts';
import * as secondFactor from './auth/second-factor.ts';
import * as security from './auth/security.ts';
import * as sso from './auth/sso.ts';
import * as auth from './auth.ts';
import * as attachments from './chat/attachments.ts';
import * as drafts from './chat/drafts.ts';
import { groupUpdated } from './chat/group.ts';
import * as groups from './chat/groups.ts';
import * as markEvents from './chat/marks/events.ts';
import * as marks from './chat/marks/marks.ts';
import { messagePreviewed } from './chat/previews/preview.ts';
import * as previews from './chat/previews/previews.ts';
import * as saved from './chat/saved.ts';
import * as scheduled from './chat/scheduled.ts';
import * as seen from './chat/seen.ts';
import * as threads from './chat/threads.ts';
import * as chat from './chat.ts';
import * as values from './company/values.ts';
import * as company from './company.ts';
import * as files from './files.ts';
import * as insights from './insights.ts';
import type { Endpoint, EventType } from './kernel/endpoint.ts';
import * as device from './notifications/device.ts';
import * as quiet from './notifications/quiet.ts';
import * as notificationWrites from './notifications/writes.ts';
import * as notifications from './notifications.ts';
import * as operatedCompanies from './operator/companies.ts';
import * as operators from './operator/operators.ts';
import * as operatorPasswords from './operator/passwords.ts';
import * as running from './operator/running.ts';
import * as operator from './operator.ts';
import * as peopleAccess from './people/access.ts';
import * as bulk from './people/bulk.ts';
import * as departments from './people/departments.ts';
import { rolesChanged } from './people/events.ts';
import { celebrations } from './people/finding/celebrations.ts';
import * as chart from './people/finding/chart.ts';
import * as views from './people/finding/views.ts';
import * as peopleGroups from './people/groups.ts';
import * as leaving from './people/leaving.ts';
import * as roles from './people/roles.ts';
import * as peopleExport from './people/spreadsheet/export.ts';
import * as finch from './people/spreadsheet/finch.ts';
import * as importing from './people/spreadsheet/importing.ts';
import * as people from './people.ts';
import * as privacy from './privacy.ts';
import * as provisioning from './provisioning.ts';
import * as search from './search.ts';
import * as spaceEvents from './spaces/events.ts';
import * as invitations from './spaces/invitations.ts';
import * as joining from './spaces/joining.ts';
import * as spaceRoles from './spaces/roles.ts';
import * as spaces from './spaces.ts';
import * as sync from './sync.ts';
import * as errors from './system/error-report.ts';
import * as tunnel from './system/tunnel.ts';
import * as system from './system.ts';

export const features = {
  audit,
  auth: { ...auth, ...companies, ...demand, ...passkeys, ...proof, ...seal, ...secondFactor, ...security, ...sso },
  chat: {
    ...chat,
    ...attachments,
    ...drafts,
    ...groups,
    groupUpdated,
    ...marks,
    ...markEvents,
    ...previews,
    messagePreviewed,
    ...saved,
    ...scheduled,
    ...seen,
    ...threads,
  },
  company: { ...company, ...values },
  files,
  insights,
  notifications: { ...notifications, ...notificationWrites, ...quiet, ...device },
  operator: { ...operator, ...operators, ...operatorPasswords, ...operatedCompanies, ...running },
  people: {
    ...people,
    ...roles,
    rolesChanged,
    ...chart,
    celebrations,
    ...departments,
    ...peopleGroups,
    ...bulk,
    ...peopleExport,
    ...importing,
    ...finch,
    ...peopleAccess,
    ...leaving,
    ...views,
  },
  privacy,
  provisioning,
  search,
  spaces: { ...spaces, ...spaceEvents, ...invitations, ...joining, ...spaceRoles },
  sync,
  system: { ...system, ...errors, ...tunnel },
};

const declared = Object.values(features).flatMap((feature) => Object.values(feature) as unknown[]);
const has = (value: unknown, key: string): value is object =>
  typeof value === 'object' && value !== null && key in value;

export const endpoints: readonly Endpoint[] = declared.filter((x): x is Endpoint => has(x, 'path') && has(x, 'rate'));
export const eventTypes: readonly EventType[] = declared.filter(
  (x): x is EventType => has(x, 'topic') && has(x, 'payload'),
);
