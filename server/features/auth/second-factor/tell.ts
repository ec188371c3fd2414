// The mail to somebody whose second factor was changed: who was not it learns of it.
import type { Tx } from '../../../platform/db/database.ts';
import type { Deps } from '../deps.ts';
import { type FactorChange, factorMail } from '../mails.ts';
import { findProfile } from '../ports.ts';
import { loadCompany } from '../service.ts';

/** In the transaction of the change. `left`: recovery codes. */
export async function tellOwner(
  tx: Tx,
  { context, people, publicUrl }: Deps,
  employee_id: string,
  what: FactorChange,
  left?: number,
): Promise<void> {
  const [{ company_name }, person] = await Promise.all([loadCompany(tx), findProfile(tx, people, employee_id)]);
  if (!person) return;
  const { first_name, work_email_id } = person;
  const mail = factorMail({ first_name, company_name, settings: `${publicUrl}/settings/security`, what, left });
  await context.mailer.enqueue(tx, { to: work_email_id, ...mail });
}
