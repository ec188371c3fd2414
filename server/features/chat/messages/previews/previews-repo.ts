// SQL of previews: what is to be looked at, what was found, and what of it stands in messages.
import type { Preview } from '#contract/chat/previews/preview.ts';
import type { Tx } from '../../../../platform/db/database.ts';
import type { Picture } from '../../../files/service.ts';
import { COLUMNS, type MessageRow } from '../../repo/message-repo.ts';
import type { Page } from './read-page.ts';

const ASK = `INSERT INTO preview_job (company_id, message_id) VALUES ($1, $2)
  ON CONFLICT (company_id, message_id) DO UPDATE SET asked = preview_job.asked + 1, attempts = 0, due_at = clock_timestamp()`;

export const insertJob = (tx: Tx, message_id: string): Promise<object[]> => tx.query(ASK, [tx.company_id, message_id]);

export interface Job {
  readonly company_id: string;
  readonly message_id: string;
  readonly asked: number;
  /** How often it was taken, this time included. */
  readonly attempts: number;
}

// Nobody waits for the network with a row held: whoever takes one has it to himself for a minute, and then it is due again.
// Materialized: the planner may run a subquery again for each row of the table, and each time it would find another one.
const TAKE = `WITH d AS MATERIALIZED (SELECT company_id, message_id FROM preview_job WHERE due_at <= now() ORDER BY due_at LIMIT 1
    FOR UPDATE SKIP LOCKED)
  UPDATE preview_job j SET attempts = j.attempts + 1, due_at = clock_timestamp() + interval '1 minute' FROM d
  WHERE j.company_id = d.company_id AND j.message_id = d.message_id
  RETURNING j.company_id, j.message_id, j.asked, j.attempts`;

/** Of all companies. Needs a system transaction. */
export async function takeJob(tx: Tx): Promise<Job | undefined> {
  const [job] = await tx.query<Job>(TAKE);
  return job;
}

const DONE = 'DELETE FROM preview_job WHERE company_id = $1 AND message_id = $2 AND asked = $3';
const LATER = `UPDATE preview_job SET due_at = clock_timestamp() + make_interval(secs => $4), error_code = $5
  WHERE company_id = $1 AND message_id = $2 AND asked = $3`;

/** Unless it was asked for again meanwhile. */
export const endJob = (tx: Tx, { message_id, asked }: Job): Promise<object[]> =>
  tx.query(DONE, [tx.company_id, message_id, asked]);
export const postponeJob = (
  tx: Tx,
  { message_id, asked }: Job,
  seconds: number,
  error_code: string,
): Promise<object[]> => tx.query(LATER, [tx.company_id, message_id, asked, seconds, error_code]);

/** What is found for a link; `page` null: nothing, for now if `passing`. */
export interface Found {
  readonly page: Page | null;
  readonly picture: Picture | null;
  readonly passing: boolean;
}

const FIND =
  'SELECT page, passing, picture, picture_width, picture_height FROM link_page WHERE company_id = $1 AND digest = $2 AND kept_until > now()';
const KEEP = `INSERT INTO link_page (company_id, digest, page, passing, picture, picture_width, picture_height, kept_until)
  VALUES ($1, $2, $3, $4, $5, $6, $7, now() + make_interval(secs => $8))
  ON CONFLICT (company_id, digest) DO UPDATE SET page = excluded.page, passing = excluded.passing, picture = excluded.picture,
    picture_width = excluded.picture_width, picture_height = excluded.picture_height, kept_until = excluded.kept_until`;

interface PageRow extends Omit<Found, 'picture'> {
  readonly picture: Buffer | null;
  readonly picture_width: number | null;
  readonly picture_height: number | null;
}

export async function findPage(tx: Tx, digest: Buffer): Promise<Found | undefined> {
  const [row] = await tx.query<PageRow>(FIND, [tx.company_id, digest]);
  if (!row) return undefined;
  const { page, passing, picture: bytes, picture_width: width, picture_height: height } = row;
  return { page, passing, picture: bytes && width && height ? { bytes, width, height } : null };
}

export function keepPage(
  tx: Tx,
  digest: Buffer,
  { page, picture, passing }: Found,
  seconds: number,
): Promise<object[]> {
  const drawn = [picture?.bytes, picture?.width, picture?.height];
  return tx.query(KEEP, [tx.company_id, digest, page && JSON.stringify(page), passing, ...drawn, seconds]);
}

const SWEEP = `DELETE FROM link_page WHERE ctid = ANY (ARRAY(SELECT ctid FROM link_page WHERE kept_until < now() LIMIT $1))
  RETURNING 1 AS one`;

/** Of all companies. Needs a system transaction. Returns how many are gone. */
export const sweepPages = async (tx: Tx, most: number): Promise<number> => (await tx.query(SWEEP, [most])).length;

export interface PreviewedMessage extends MessageRow {
  readonly unwanted_previews: readonly string[] | null;
  /** Where the root of its thread stands; null for what is in no thread. */
  readonly parent_id: string | null;
}

const MESSAGE = `SELECT ${COLUMNS}, x.unwanted_previews, c.parent_id
  FROM message x JOIN conversation c ON c.company_id = $1 AND c.conversation_id = x.conversation_id
  WHERE x.company_id = $1 AND x.message_id = $2`;
const HOLD = 'SELECT 1 FROM message WHERE company_id = $1 AND message_id = $2 FOR NO KEY UPDATE';

/** Whoever may read it: nobody has called. */
export async function findPreviewed(tx: Tx, message_id: string): Promise<PreviewedMessage | undefined> {
  const [row] = await tx.query<PreviewedMessage>(MESSAGE, [tx.company_id, message_id]);
  return row;
}

/** The same; nobody else changes it until the commit. */
export async function holdPreviewed(tx: Tx, message_id: string): Promise<PreviewedMessage | undefined> {
  // Two statements in one packet: the second sees what was committed while the first waited.
  const [, row] = await Promise.all([tx.query(HOLD, [tx.company_id, message_id]), findPreviewed(tx, message_id)]);
  return row;
}

type Key = Pick<MessageRow, 'conversation_id' | 'seq'>;
const AT_KEY = 'company_id = $1 AND conversation_id = $2 AND seq = $3';
const SET = `UPDATE message SET previews = $4::jsonb WHERE ${AT_KEY}`;
const UNWANTED = `UPDATE message SET unwanted_previews = $4::text[] WHERE ${AT_KEY}`;

export const setPreviews = (tx: Tx, { conversation_id, seq }: Key, previews: readonly Preview[]): Promise<object[]> =>
  tx.query(SET, [tx.company_id, conversation_id, seq, previews.length ? JSON.stringify(previews) : null]);
const PUT_FILES = `INSERT INTO message_file (company_id, conversation_id, seq, file_id, is_preview)
  SELECT $1, $2, $3, unnest($4::uuid[]), true`;
const TAKE_FILES = `DELETE FROM message_file WHERE ${AT_KEY} AND file_id = ANY($4) AND is_preview`;

export const putPictures = (tx: Tx, { conversation_id, seq }: Key, file_ids: readonly string[]): Promise<object[]> =>
  tx.query(PUT_FILES, [tx.company_id, conversation_id, seq, file_ids]);
export const takePictures = (tx: Tx, { conversation_id, seq }: Key, file_ids: readonly string[]): Promise<object[]> =>
  tx.query(TAKE_FILES, [tx.company_id, conversation_id, seq, file_ids]);

export const setUnwanted = (tx: Tx, { conversation_id, seq }: Key, urls: readonly string[]): Promise<object[]> =>
  tx.query(UNWANTED, [tx.company_id, conversation_id, seq, urls]);
