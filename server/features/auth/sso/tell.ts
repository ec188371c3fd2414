// The mails to those who own the company when another provider shall answer for everybody's address: who was not asked learns of it.
import type { SessionCall } from '../../../platform/feature.ts';
import type { Deps } from '../deps.ts';
import { providerMail } from '../mails.ts';
import { loadCompany } from '../service.ts';

/** In the transaction of the change; not to who has made it. */
export async function tellOwners(
  { tx, actor }: SessionCall,
  { context, people, publicUrl }: Deps,
  issuer: string,
  what: 'chosen' | 'confirmed',
): Promise<void> {
  const [{ company_name }, by, owners] = await Promise.all([
    loadCompany(tx),
    people.profile(tx, actor.employee_id),
    people.activeOwners(tx),
  ]);
  const given = {
    company_name,
    settings: `${publicUrl}/admin/sso`,
    by: `${by.first_name} ${by.last_name}`.trim(),
    issuer,
    what,
  };
  for (const { employee_id, first_name, work_email_id } of owners)
    if (employee_id !== actor.employee_id)
      await context.mailer.enqueue(tx, { to: work_email_id, ...providerMail({ ...given, first_name }) });
}
