// Fills the shell's state from the data layer: session, company, connection, outbox, version.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { proxy, useSnapshot } from 'valtio';
import { configQuery, modulesQuery } from '#src/features/company/queries.ts';
import { companyState, readCachedCompany, resolve } from '#src/features/company/store.ts';
import { setStatus } from '#src/features/people/own-status.ts';
import type { Outbox } from '#src/offline/outbox/outbox.ts';
import { readLocal } from '#src/offline/storage.ts';
import { app } from '#src/realtime/app.ts';
import type { ConnectionState } from '#src/realtime/connection.ts';
import { useLineOf, useOfOutbox, usePresenceIn } from '#src/realtime/hooks.ts';
import type { PeopleHere } from '#src/realtime/people-here.ts';
import type { AppActions, AppState } from './app-state.ts';
import { followVersionNotice, useVersionNotice } from './version-notice.ts';
import { statusIn } from './waiting.ts';

/** Before the data layer has anybody to speak of. */
const noConnection = proxy<ConnectionState>({ state: 'connecting', lastSyncedAt: null });
const nothingWaits = proxy<Outbox['state']>({ items: [] });
const nobodyHere = proxy<PeopleHere['presence']>({});

/** The same as long as nothing of it changes, whatever the outbox does: the whole shell is drawn from it. */
export function useAppState(): AppState {
  const { client, failed } = useSnapshot(app.state);
  const { current: session } = useSnapshot(app.session.state);
  const { company, loading } = useSnapshot(companyState);
  const connection = useLineOf(client ? client.connection.state : noConnection);
  const waiting = useOfOutbox(client ? client.outbox.state : nothingWaits, statusIn);
  const employee_id = session?.employee_id;
  useEffect(() => ask(employee_id), [employee_id]);
  const config = useQuery({ ...configQuery, enabled: session !== null });
  const modules = useQuery({ ...modulesQuery(session?.company_id), enabled: session !== null });
  const version = useVersionNotice(session !== null);
  const actions = useMemo(
    (): AppActions => ({ ...baseActions, dismissVersionNotice: version.dismiss }),
    [version.dismiss],
  );
  const profile = session?.employee_profile;
  const status_type = waiting ?? profile?.employee_status.status_type ?? 'Automatic';
  const auto_status = usePresenceIn(client ? client.people.presence : nobodyHere, profile?.employee_id);
  const me = useMemo(
    () => profile && { ...profile, employee_status: { status_type, auto_status } },
    [profile, status_type, auto_status],
  );
  const isHere = client !== null;
  return useMemo(
    (): AppState => ({
      session: session ? { employee_id: session.employee_id, permissions: session.permissions } : undefined,
      // Screens behind the sign-in stand on the client.
      company: session && !isHere ? undefined : company,
      loading: session !== null && (loading || !isHere),
      failed: failed as Error | null,
      me,
      theme: config.data?.color_theme,
      modules: modules.data,
      connection,
      inactive: company?.status === 'SUSPENDED' ? 'company' : undefined,
      versionChanged: version.changed,
      actions,
    }),
    [session, isHere, company, loading, failed, me, config.data, modules.data, connection, version.changed, actions],
  );
}

const baseActions: Omit<AppActions, 'dismissVersionNotice'> = {
  logOut: () => void app.signOut({ discard: 'sent' }),
  setStatus,
  retryConnection: () => app.retry(),
  signInAgain: () => void followVersionNotice().then(() => app.resetSession()),
};

let asked: string | undefined;

/** The company of who is signed in: the cached copy in the same frame, then the server's answer, silently. */
function ask(employee_id: string | undefined): void {
  if (employee_id && employee_id !== asked) void resolve(employee_id);
  asked = employee_id;
}

/** To be called before the first render and whenever somebody signs in. */
export function prepareCompany(): void {
  const session = app.session.read();
  if (session) readCachedCompany(session.company_id);
  // What somebody who is leaving sees is not asked for.
  if (readLocal('leaving') !== true) ask(session?.employee_id);
}
