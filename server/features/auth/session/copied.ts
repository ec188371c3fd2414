// An old key of a session was shown, whose owner has long been using younger ones: somebody else may have copied it. The session ends, and
// its person is told by mail, once.
import { nameOfAgent } from '#contract/agent.ts';
import type { AuditAction } from '#contract/audit.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { appUrl, type Deps } from '../deps.ts';
import { copiedMail } from '../mails.ts';
import { findProfile } from '../ports.ts';
import { loadCompany } from '../service.ts';
import { endSession } from './open.ts';

type Copied = Extract<AuditAction, 'auth.stale_token_shown' | 'auth.stale_cookie_shown'>;

export async function endCopied(
  tx: Tx,
  { context, people, company }: Pick<Deps, 'context' | 'people' | 'company'>,
  session_id: string,
  why: Copied,
): Promise<void> {
  const ended = await endSession(tx, context.bus, session_id, why);
  const person = ended && (await findProfile(tx, people, ended.employee_id));
  if (!person) return;
  const [{ company_name }, { time_zone }] = await Promise.all([loadCompany(tx), company.settingsOf(tx)]);
  const { first_name, work_email_id } = person;
  const device = { name: nameOfAgent(ended.user_agent), address: ended.address };
  const given = { first_name, company_name, device, at: new Date(), time_zone };
  await context.mailer.enqueue(tx, {
    to: work_email_id,
    ...copiedMail({ ...given, sign_in: `${appUrl(context.config)}/` }),
  });
}
