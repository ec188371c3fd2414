// Reading the audit log: pages of it, and whether its chain is whole.
import type { AuditEvent, AuditFilter, listAudit, verifyAudit } from '#contract/audit.ts';
import type { ParsedOf, ResponseOf } from '#contract/kernel/endpoint.ts';
import type { Tx } from '../../platform/db/database.ts';
import { invalid } from '../../platform/http/errors.ts';
import {
  type AuditFilters,
  type AuditRow,
  countStray,
  findAnchor,
  findToldAnchor,
  type Head,
  listRows,
  listSealed,
  type PageStart,
  type Place,
} from './audit-repo.ts';
import { firstBroken } from './chain.ts';
import { headsOf } from './heads.ts';
import { KEPT_DAYS } from './removing-old.ts';

const DEFAULT_PAGE = 50;
/** A day less than lines are kept: what goes at this moment is no forgery. */
const KEPT_MS = (KEPT_DAYS - 1) * 86_400_000;
/** Lines checked by one call. */
const CHECKED = 10_000;

export async function listLog(
  tx: Tx,
  { filters = {}, limit = DEFAULT_PAGE, cursor }: ParsedOf<typeof listAudit>,
): Promise<ResponseOf<typeof listAudit>> {
  const rows = await listRows(tx, askedBy(filters), cursor === undefined ? null : decode(cursor), limit + 1);
  const items = rows.slice(0, limit);
  const last = rows.length > limit ? items.at(-1) : undefined;
  return { items: items.map(present), next_cursor: last ? encode(last) : null };
}

/** What they mean to the database. */
export const askedBy = ({ areas, actions, words = '', employee_id, from, to }: AuditFilter): AuditFilters => ({
  areas: areas ?? null,
  actions: actions ?? null,
  words: words.split(/\s+/).flatMap((word) => (word ? `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%` : [])),
  employee_id: employee_id ?? null,
  from: momentOf(from),
  to: momentOf(to),
});

const present = ({ position, hash, at: _, ...row }: AuditRow): AuditEvent => ({
  ...row,
  sealed: position !== null && hash ? { position, hash: hash.toString('hex') } : null,
});

/** As the database can read it: the wire also has days that no calendar has. */
const momentOf = (time: string | undefined): string | null =>
  time === undefined ? null : new Date(Math.max(0, Date.parse(time) || 0)).toISOString();

const encode = ({ at, audit_id }: PageStart): string => Buffer.from(`${at}.${audit_id}`).toString('base64url');

/** INVALID_REQUEST for a cursor that this list never gave. */
function decode(cursor: string): PageStart {
  const [, at, audit_id] =
    /^(\d{1,18})\.([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (!at || !audit_id) throw invalid([{ path: 'cursor', message: 'Not a cursor of this list' }]);
  return { at, audit_id };
}

export async function verifyLog(
  tx: Tx,
  { from: asked = 1 }: ParsedOf<typeof verifyAudit>,
  context: Parameters<typeof headsOf>[1],
): Promise<ResponseOf<typeof verifyAudit>> {
  // Before the chain: what is written down meanwhile is not missed in it.
  const heads = await headsOf(tx, context);
  const anchor = await findAnchor(tx);
  const begins = (anchor?.position ?? 0) + 1;
  const from = Math.max(asked, begins);
  const further = from > begins;
  const rows = await listSealed(tx, further ? from - 1 : from, CHECKED + (further ? 1 : 0));
  const before = further && rows[0]?.position === from - 1 ? rows[0] : undefined;
  const checked = before ? rows.slice(1) : rows;
  const next = checked.length === CHECKED ? from + CHECKED : null;
  const broken = [
    firstBroken(checked, further ? before : anchor, from),
    madeAnew(checked, heads, from, next),
    removedTooEarly(heads, anchor),
    await forgedBeginning(tx, anchor),
  ].filter((place) => place !== null);
  return {
    checked: checked.length,
    broken_at: broken.length ? Math.min(...broken) : null,
    next,
    stray: next === null ? await countStray(tx) : null,
  };
}

/** The first place that had another hash when it was written down outside of the database, or that is gone since. */
function madeAnew(rows: readonly Place[], heads: readonly Place[], from: number, next: number | null): number | null {
  const hashes = new Map(rows.map(({ position, hash }) => [position, hash]));
  const here = heads.filter(({ position }) => position >= from && (next === null || position < next));
  return here.find(({ position, hash }) => !hashes.get(position)?.equals(hash))?.position ?? null;
}

/** Of places that are gone for their age, one whose line was too young for that, or the last one, if it is not what was written down. */
function removedTooEarly(heads: readonly Head[], anchor: Place | undefined): number | null {
  if (!anchor) return null;
  const gone = heads.filter(({ position }) => position <= anchor.position);
  const forged = gone.find(({ position, hash, line_at }) => {
    const isYoung = Date.parse(line_at) > Date.now() - KEPT_MS;
    return isYoung || (position === anchor.position && !hash.equals(anchor.hash));
  });
  return forged?.position ?? null;
}

/** The place up to which lines are gone, if the log itself does not say that they were removed: somebody took them out. */
async function forgedBeginning(tx: Tx, anchor: Place | undefined): Promise<number | null> {
  if (!anchor) return null;
  const told = await findToldAnchor(tx);
  return told?.position === anchor.position && told.hash.equals(anchor.hash) ? null : anchor.position;
}
