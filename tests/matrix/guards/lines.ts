// Lines of company B in tables where no call leaves one for long, or none without a page, a push service or a provider outside.
import { createHash } from 'node:crypto';
import { CANARY } from '../judge.ts';
import type { Side, World } from '../world.ts';

const DAY_MS = 86_400_000;
const hash = createHash('sha256').update(CANARY).digest();

/** Nobody takes them up while the tests run. */
function linesOf({ owner: { session, employee_id }, message_id }: Side): Readonly<Record<string, object>> {
  const tomorrow = new Date(Date.now() + DAY_MS);
  const session_id = session?.session_id;
  // Nobody is told anything on it.
  const device_id = message_id;
  return {
    mail: {
      mail_id: message_id,
      ...{ recipient: CANARY, subject: CANARY, body_text: CANARY, body_html: CANARY },
      next_attempt_at: tomorrow,
    },
    notification_job: { job_id: message_id, kind: 'reaction', message_id, emoji: CANARY, due_at: tomorrow },
    notification_shown_entry: { employee_id, tag: CANARY, notification_id: message_id },
    preview_job: { message_id, due_at: tomorrow },
    link_page: { digest: hash, page: { title: CANARY }, passing: false, kept_until: tomorrow },
    device: {
      ...{ session_id, device_id, employee_id: message_id, info: {}, transport: 'web', permission: 'granted' },
      ...{ address: CANARY, address_hash: hash, p256dh: CANARY, auth: CANARY },
    },
    push: {
      ...{ session_id, device_id, push_id: message_id, employee_id, tag: CANARY, content: { title: CANARY } },
      ...{ due_at: tomorrow, expires_at: tomorrow },
    },
    registration: {
      ...{ employee_id, company_name: CANARY, first_name: CANARY, last_name: CANARY, email: CANARY, email_key: CANARY },
      ...{ time_zone: CANARY, domain: CANARY, password_hash: CANARY },
      ...{ code_hash: hash, link_hash: hash, expires_at: tomorrow },
    },
    sso_session: {
      ...{ session_id, end_session_endpoint: CANARY, client_id: CANARY, id_token: CANARY, origin: CANARY },
    },
  };
}

export async function leaveLines({ app, b }: World): Promise<void> {
  for (const [table, line] of Object.entries(linesOf(b))) {
    const given = { company_id: b.company_id, ...line };
    const places = Object.keys(given).map((_, at) => `$${at + 1}`);
    await app.sql(
      `INSERT INTO ${table} (${Object.keys(given).join()}) VALUES (${places.join()})`,
      Object.values(given),
    );
  }
}
