// The rules of lists that can be had of a whole space: who gets them, and how they go on.
import type { Address } from '#contract/chat.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { AppError, invalid } from '../../../platform/http/errors.ts';
import { isInSpace } from '../repo/conversation-repo.ts';
import type { SpacePage } from '../repo/whole-space-repo.ts';
import { decodePlace, encodePlace, type ListPlace } from './cursor.ts';

interface Asked extends Address {
  readonly whole_space?: 'true' | undefined;
  readonly cursor?: string | undefined;
}

const refuseAny = (given: Readonly<Record<string, unknown>>, message: string): void => {
  const [path] = Object.keys(given).filter((one) => given[one] !== undefined);
  if (path) throw invalid([{ path, message }]);
};

/** INVALID_REQUEST for what only pages of a whole space go on by. */
export const onlyOfOne = (given: Readonly<Record<string, unknown>>): void => refuseAny(given, 'Only with whole_space');

/** How to list one kind of thing of a space, and what each of them goes by. */
export interface SpaceList<Row> {
  readonly list: (tx: Tx, page: SpacePage) => Promise<Row[]>;
  readonly placeOf: (row: Row) => ListPlace;
  /** What a list of one conversation goes on by. */
  readonly ofOne?: Readonly<Record<string, unknown>>;
}

/** A page of a whole space, for whoever is in any of its sub-spaces: of those. Needs a snapshot. */
export async function pageOfSpace<Row>(
  tx: Tx,
  employee_id: string,
  { entity_type, entity_id: space_id, sub_space_id, cursor }: Asked,
  limit: number,
  { list, placeOf, ofOne }: SpaceList<Row>,
): Promise<{ rows: Row[]; next_cursor: string | null }> {
  if (entity_type !== 'space') throw invalid([{ path: 'entity_type', message: 'Not a space' }]);
  refuseAny({ sub_space_id, ...ofOne }, 'Not with whole_space');
  const place = cursor === undefined ? null : decodePlace(cursor);
  const found = await list(tx, { employee_id, space_id, place, limit: limit + 1 });
  if (!found.length && !(await isInSpace(tx, employee_id, space_id))) throw new AppError('SPACE_NOT_FOUND');
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  return { rows, next_cursor: last ? encodePlace(placeOf(last)) : null };
}
