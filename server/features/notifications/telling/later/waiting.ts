// Who is told later, at once, of what is still unread then: by one push when their quiet hours end, or by one mail in the morning.
import type { Tx } from '../../../../platform/db/database.ts';
import type { Mailer } from '../../../../platform/mail/mailer.ts';
import { isServed, loadCompany } from '../../../auth/service.ts';
import { settingsOf } from '../../../company/service.ts';
import { reachable } from '../../devices/pushing.ts';
import { lookAt, morningAfter, quietUntil, type Rhythm } from '../../settings/quiet.ts';
import { listRecipients, type Recipient, type Waiting, wait } from '../due-repo.ts';
import type { Period, WaitingRow } from '../pushing-repo.ts';
import { isChatOn, pushAll } from '../sending.ts';
import { keepShownSummaries } from '../shown/shown-repo.ts';
import { placeName, SUMMARY, sayTally } from '../wording.ts';
import { digestMail } from './digest-mail.ts';
import { type Summary, tallyAll } from './tally.ts';

interface Post {
  readonly mailer: Mailer;
  /** Origin of the app, for links. */
  readonly appUrl: string;
}

/** They do not wait any more, unless it is quiet with them still. */
export async function tellWaiting(tx: Tx, waiting: readonly Waiting[], post: Post): Promise<void> {
  if (!(await isChatOn(tx))) return;
  if (!(await isServed(tx))) return void (await wait(tx, waiting.map(laterOn)));
  const [recipients, { awake: company_awake }] = await Promise.all([
    listRecipients(
      tx,
      waiting.map(({ employee_id }) => employee_id),
    ),
    settingsOf(tx),
  ]);
  const now = new Date();
  const there = waiting.filter(({ employee_id }) => recipients.has(employee_id));
  const of = ({ employee_id }: Waiting) => ({ ...(recipients.get(employee_id) as Recipient), company_awake });
  const isQuiet = (one: Waiting) => quietUntil(of(one), now) !== null;
  const later = there.filter(isQuiet).map((one) => ({ ...one, due_at: lookAt(of(one), now).toISOString() }));
  if (later.length) await wait(tx, later);
  const ready = await withoutLost(
    tx,
    there.filter((one) => !isQuiet(one)),
    of,
  );
  const until = now.toISOString();
  const summaries = await summarise(tx, ready, until);
  await pushSummaries(
    tx,
    ready.filter(({ means }) => means === 'push').map((one) => ({ ...one, until })),
    summaries,
  );
  await mailDigests(
    tx,
    ready.filter(({ means }) => means === 'mail'),
    summaries,
    recipients,
    post,
  );
}

/** Whose company is suspended waits on. */
const laterOn = (one: Waiting): Waiting => ({ ...one, due_at: new Date(Date.now() + LATER_MS).toISOString() });
const LATER_MS = 900_000;

/**
 * Those that can be told as they wait for it. Whose last device is gone meanwhile gets the mail of who had none all along, one that
 * waits for them already included: it begins with what was held back.
 */
async function withoutLost(
  tx: Tx,
  ready: readonly Waiting[],
  of: (one: Waiting) => Rhythm & Pick<Recipient, 'mail_digest'>,
): Promise<readonly Waiting[]> {
  const held = ready.filter(({ means }) => means === 'push');
  const reached = await reachable(
    tx,
    held.map(({ employee_id }) => employee_id),
  );
  const lost = new Map(held.map((one) => [one.employee_id, one]));
  for (const employee_id of reached) lost.delete(employee_id);
  const mails = [...lost.values()]
    .filter((one) => of(one).mail_digest)
    .map((one) => ({
      ...one,
      means: 'mail' as const,
      due_at: morningAfter(of(one), new Date(one.since)).toISOString(),
    }));
  // Both of theirs may have been taken at once: then they are one at the next look.
  const taken = ready.filter(({ employee_id, means }) => means === 'mail' && lost.has(employee_id));
  for (const again of [mails, taken]) if (again.length) await wait(tx, again);
  return ready.filter(({ employee_id }) => !lost.has(employee_id));
}

const keyOf = ({ employee_id, means }: Pick<Waiting, 'employee_id' | 'means'>) => `${employee_id}/${means}`;

/** What would have been pushed, had they been awake, and is unread still: by their choices of now. */
async function summarise(tx: Tx, waiting: readonly Waiting[], now: string): Promise<Map<string, Summary>> {
  const found = new Map<string, Summary>();
  for (const means of ['push', 'mail'] as const) {
    const asked = waiting.filter((one) => one.means === means).map((one) => ({ ...one, until: now }));
    for (const [employee_id, summary] of await tallyAll(tx, asked)) found.set(keyOf({ employee_id, means }), summary);
  }
  return found;
}

/** "Kwame Mensah", "Design", "Design, Keys". */
const nameOf = (row: WaitingRow): string => row.other_name ?? placeName(row);

async function pushSummaries(
  tx: Tx,
  waiting: readonly (Waiting & Period)[],
  summaries: ReadonlyMap<string, Summary>,
): Promise<void> {
  const saying = waiting.flatMap((one) => {
    const { tally, most } = summaries.get(keyOf(one)) as Summary;
    const counts = sayTally(tally);
    if (!counts) return [];
    const where = most ? ` Most are from ${nameOf(most)}.` : '';
    const title = 'While you were away';
    const said = {
      kind: 'summary',
      tag: SUMMARY,
      title,
      body: `${counts}.${where}`,
      hidden: { title, body: `${counts}.` },
      path: '/notifications',
    };
    return [{ ...said, employee_id: one.employee_id }];
  });
  const told = new Set(saying.map(({ employee_id }) => employee_id));
  // Before the pushes, as whoever sends one does (delivering.ts): nobody waits for somebody who waits for them.
  if (told.size)
    await keepShownSummaries(
      tx,
      waiting.filter(({ employee_id }) => told.has(employee_id)),
    );
  await pushAll(tx, saying);
}

async function mailDigests(
  tx: Tx,
  waiting: readonly Waiting[],
  summaries: ReadonlyMap<string, Summary>,
  recipients: ReadonlyMap<string, Recipient>,
  { mailer, appUrl }: Post,
): Promise<void> {
  if (!waiting.length) return;
  const reached = await reachable(
    tx,
    waiting.map(({ employee_id }) => employee_id),
  );
  const { company_name } = await loadCompany(tx);
  for (const one of waiting) {
    const { tally, most } = summaries.get(keyOf(one)) as Summary;
    const { first_name, work_email, mail_digest, hide_text } = recipients.get(one.employee_id) as Recipient;
    const counts = sayTally(tally);
    if (!counts || !mail_digest || reached.has(one.employee_id)) continue;
    const where = most && !hide_text ? nameOf(most) : null;
    await mailer.enqueue(tx, { to: work_email, ...digestMail({ first_name, company_name, counts, where, appUrl }) });
  }
}
