// What the columns of the platform's tables are to a person.
import { ADDRESS_OF, type Tagged } from './register.ts';

export const platformData: readonly Tagged[] = [
  { table: 'migration', kept: { 'of the schema': 'name checksum applied_at' } },
  { table: 'topic', kept: { key: 'company_id topic', counter: 'revision' } },
  {
    table: 'event',
    whose: "topic = 'employee:' || $2::uuid::text",
    personal: 'payload',
    kept: { key: 'company_id topic revision', 'what kind it is': 'name', time: 'created_at' },
    exported: 'their devices were told of what stands elsewhere; for 30 days',
  },
  {
    table: 'idempotency_key',
    whose: 'employee_id',
    personal: 'answer',
    kept: { key: 'company_id employee_id key', 'to know a repeat': 'endpoint request_hash', time: 'created_at' },
    exported: 'what was answered stands elsewhere; for 60 days',
  },
  {
    table: 'mail',
    whose: `lower(recipient) = ${ADDRESS_OF}`,
    personal: 'recipient subject body_text body_html',
    kept: { key: 'company_id mail_id', queue: 'attempts next_attempt_at error_code', time: 'created_at' },
    exported: 'it is on its way to them, and links in it are keys',
  },
  { table: 'push_key', kept: { 'the server’s own key': 'company_id public_key private_key created_at' } },
];
