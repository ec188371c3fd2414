// What becomes of a push that waited, asked right before it is sent: a push service may have put it off until the night, or until its
// reader has read it, or wants to hear no more of it. By what is read, and what they wish, now.
import { DEFAULT_LEVELS, type Level } from '#contract/notifications.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { MOST_CLEAR } from '../../../platform/push/fit.ts';
import { modulesOf, settingsOf } from '../../company/service.ts';
import { lookAt, quietUntil, secondsAwake } from '../settings/quiet.ts';
import { findSettings } from '../settings/settings-repo.ts';
import { listRecipients, type Recipient } from '../telling/due-repo.ts';
import { CHOICES, calls, IS_HEARD, levelBy, STANDING, seesAt } from '../telling/levels.ts';
import { listBadges, listMustRead } from '../telling/pushing-repo.ts';
import { isOver, listCleared } from '../telling/shown/clearing.ts';
import { findSummary } from '../telling/shown/shown-repo.ts';
import type { Judge } from './delivering.ts';
import type { PushContent, PushRow, SentContent } from './push-repo.ts';

/** What comes just before the night still has a moment to arrive. Seconds. */
const LEAST_TTL_S = 60;

type Asked = Pick<PushRow, 'employee_id' | 'tag' | 'content' | 'created_at' | 'seconds_left'>;

/**
 * Null if it has been read, may not be seen any more, or is not wanted by now. Held back while it is quiet with them, as what is new
 * would be: the summary counts it. A push service keeps it until their next quiet hours at most, so that a device which comes back in
 * the night is not woken by it; nobody is told then that it did not arrive, so what is missed that way waits in the app, unread, and in
 * its list. What makes no sound, or must be read, is sent at any hour.
 */
export const judge: Judge = async (tx, push) => {
  const { employee_id, content, seconds_left } = push;
  const [modules, { awake: company_awake }, recipients, standing] = await Promise.all([
    modulesOf(tx),
    settingsOf(tx),
    listRecipients(tx, [employee_id]),
    standingOf(tx, push),
  ]);
  const recipient = recipients.get(employee_id);
  const isOn = modules.includes('push') && (!messageOf(content) || modules.includes('chat'));
  if (!isOn || !recipient || !standing) return null;
  const { since, read_seq } = standing;
  if (content.silent) return { content: await asOfNow(tx, push, read_seq), ttl: seconds_left };
  const said = async () => seenBy(recipient, await asOfNow(tx, push, read_seq));
  if (await isMustRead(tx, content)) return { content: await said(), ttl: seconds_left };
  const [rhythm, now] = [{ ...recipient, company_awake }, new Date()];
  if (quietUntil(rhythm, now))
    return { later: { employee_id, means: 'push', since, due_at: lookAt(rhythm, now).toISOString() } };
  const ttl = Math.min(seconds_left, Math.max(LEAST_TTL_S, secondsAwake(rhythm, now, seconds_left)));
  return { content: await said(), ttl };
};

const messageOf = ({ message_id, message }: PushContent) => message_id ?? message?.message_id;

async function isMustRead(tx: Tx, content: PushContent): Promise<boolean> {
  const message_id = messageOf(content);
  return content.kind === 'campaign' && message_id !== undefined && (await listMustRead(tx, [message_id])).size > 0;
}

/** With what was read until now, and what is unread still: which push arrives, and when, is not known before. */
async function asOfNow(tx: Tx, { employee_id, tag, content }: Asked, read_seq?: number): Promise<SentContent> {
  const [cleared, badges] = await Promise.all([
    listCleared(tx, employee_id, tag, MOST_CLEAR),
    listBadges(tx, [employee_id]),
  ]);
  const clear = [...new Set([...(content.clear ?? []), ...cleared])].slice(0, MOST_CLEAR);
  return { ...content, clear, badge: badges.get(employee_id) ?? 0, ...(read_seq !== undefined && { read_seq }) };
}

/** Where the lock screen is to say nothing, only that there is something. */
const seenBy = ({ hide_text }: Recipient, content: SentContent): SentContent =>
  hide_text ? { ...content, ...(content.hidden ?? UNKNOWN) } : content;
const UNKNOWN = { title: 'Limelight', body: 'There is something new.' };

/** What it tells of: since when there is that, and up to where they have read there. */
interface Standing extends Pick<SentContent, 'read_seq'> {
  readonly since: string;
}

/** Null if they have read that, may not see it, or do not want to hear of it. */
async function standingOf(tx: Tx, push: Asked): Promise<Standing | null> {
  const { employee_id, content, created_at } = push;
  if (content.kind === 'summary') return standingOfSummary(tx, employee_id, created_at);
  const parts = await Promise.all([ofMessage(tx, push), ofEntry(tx, push)]);
  if (parts.includes(null)) return null;
  // An entry may be younger than its message; what the summary counts begins with the first.
  const [since = created_at] = parts.flatMap((part) => part?.since ?? []).sort();
  return { ...parts[0], since };
}

async function standingOfSummary(tx: Tx, employee_id: string, created_at: string): Promise<Standing | null> {
  const standing = await findSummary(tx, employee_id);
  if (!standing) return { since: created_at };
  return (await isOver(tx, standing)) ? null : standing;
}

// Whoever may read where it stands. A reaction is to a message that has been read long ago.
const UNREAD = `SELECT x.created_at AS since, m.read_seq, ${calls('x.mentions', 'm.employee_id')} AS called, ${levelBy('$5::jsonb')} AS level
  FROM message x
  JOIN conversation c ON c.company_id = $1 AND c.conversation_id = x.conversation_id
  CROSS JOIN LATERAL (SELECT $2::uuid AS employee_id, coalesce((SELECT o.read_seq FROM conversation_member o WHERE o.company_id = $1
    AND o.conversation_id = x.conversation_id AND o.employee_id = $2), 0) AS read_seq) AS m
  ${STANDING} ${CHOICES}
  WHERE x.company_id = $1 AND x.message_id = $3 AND x.deleted_at IS NULL AND ($4 OR m.read_seq < x.seq)
    AND ${seesAt('x.seq', 'g')}`;

/** Undefined: it is about none. */
async function ofMessage(tx: Tx, { employee_id, content }: Asked): Promise<Standing | null | undefined> {
  const message_id = messageOf(content);
  if (!message_id) return undefined;
  const isReaction = content.kind === 'reaction';
  const values = [tx.company_id, employee_id, message_id, isReaction, JSON.stringify(DEFAULT_LEVELS)];
  const [row] = await tx.query<Standing & { called: boolean; level: Level }>(UNREAD, values);
  if (!row) return null;
  const { called, level, ...standing } = row;
  return isReaction || level === 'all' || (level === 'mentions' && called) ? standing : null;
}

const STILL_UNREAD = `SELECT n.created_at AS since FROM notification n
  WHERE n.company_id = $1 AND n.employee_id = $2 AND n.notification_id = $3 AND NOT n.is_read AND ${IS_HEARD}`;

/** The same of an entry of the list. */
async function ofEntry(tx: Tx, { employee_id, content }: Asked): Promise<Standing | null | undefined> {
  const { kind, notification_id } = content;
  if ((kind === 'reaction' || kind === 'invitation') && (await findSettings(tx, employee_id)).levels[kind] !== 'all')
    return null;
  if (!notification_id) return undefined;
  const [row] = await tx.query<Standing>(STILL_UNREAD, [tx.company_id, employee_id, notification_id]);
  return row ?? null;
}
