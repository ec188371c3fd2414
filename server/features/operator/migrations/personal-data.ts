// What the columns of operators' tables are: they run the server, and are nobody of a company.
import type { Tagged } from '../../../platform/db/privacy/register.ts';

const WHY = 'of who runs the server, in no company';

export const operatorData: readonly Tagged[] = [
  {
    table: 'operator',
    kept: { [WHY]: 'company_id operator_id name email email_key password_hash created_at signed_in_at' },
  },
  {
    table: 'operator_link',
    kept: { [WHY]: 'company_id token_hash made_by expires_at created_at link_id email operator_id' },
  },
  { table: 'operator_session', kept: { [WHY]: 'company_id session_hash operator_id created_at expires_at' } },
];
