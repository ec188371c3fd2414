// What waits unread with somebody, by kind: what would have been pushed by their choices of now.
import type { Tx } from '../../../../platform/db/database.ts';
import { listSettings } from '../../settings/settings-repo.ts';
import { listWaiting, type Period, type WaitingRow } from '../pushing-repo.ts';
import type { Tally } from '../wording.ts';
import { listNews } from './news-repo.ts';

export interface Summary {
  readonly tally: Tally;
  /** The conversation with the most of it; null if there is none. */
  readonly most: WaitingRow | null;
}

/** Of each of them, of what came in their time. */
export async function tallyAll(tx: Tx, asked: readonly Period[]): Promise<Map<string, Summary>> {
  const found = new Map<string, Summary>();
  if (!asked.length) return found;
  const [rows, news, settings] = await Promise.all([
    listWaiting(tx, asked),
    listNews(tx, asked),
    listSettings(
      tx,
      asked.map(({ employee_id }) => employee_id),
    ),
  ]);
  const byPerson = Map.groupBy(rows, (row) => row.employee_id);
  for (const { employee_id } of asked) {
    const wanted = (byPerson.get(employee_id) ?? []).filter((row) => countOf(row) > 0);
    const { reaction, invitation } = settings.get(employee_id)?.levels ?? {};
    const { reactions, invitations } = news.get(employee_id) ?? { reactions: 0, invitations: 0 };
    const tally = {
      direct: sum(wanted, (row) => (row.kind === 'direct' ? row.messages - row.mentions : 0)),
      mentions: sum(wanted, (row) => row.mentions),
      answers: sum(wanted, (row) => (row.kind === 'thread' ? countOf(row) - row.mentions : 0)),
      others: sum(wanted, (row) =>
        row.kind === 'group' || row.kind === 'sub_space' ? countOf(row) - row.mentions : 0,
      ),
      announcements: sum(wanted, (row) => (row.kind === 'campaign' ? countOf(row) - row.mentions : 0)),
      reactions: reaction === 'all' ? reactions : 0,
      invitations: invitation === 'all' ? invitations : 0,
    };
    const most = wanted.toSorted((a, b) => countOf(b) - countOf(a))[0] ?? null;
    found.set(employee_id, { tally, most });
  }
  return found;
}

const countOf = ({ level, messages, mentions }: WaitingRow): number =>
  level === 'all' ? messages : level === 'mentions' ? mentions : 0;
const sum = (rows: readonly WaitingRow[], of: (row: WaitingRow) => number): number =>
  rows.reduce((total, row) => total + of(row), 0);
