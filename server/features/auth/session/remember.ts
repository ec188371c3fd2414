// After signing in by password: the browser is known for the account.
import type { Session } from '#contract/auth.ts';
import type { OpenCall } from '../../../platform/feature.ts';
import type { Deps } from '../deps.ts';
import { findCredentials } from '../repo/credential-repo.ts';

export async function rememberDevice({ context, devices }: Deps, call: OpenCall, session: Session): Promise<void> {
  const [credential] = await context.db.system((tx) => findCredentials(tx, [session]));
  if (credential) devices.remember(call, session.employee_profile.work_email_id, credential);
}
