// Searching spaces by name among those that the employee may look into, slips overlooked.
import type { FoundSpace } from '#contract/search.ts';
import { slipsTo } from '#contract/search-names.ts';
import { wantedOf, wordsIn } from '#contract/search-words.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { listNames } from './search-repo.ts';

/** The order and the id of the last space of the page before. */
export type SpaceSearchPlace = readonly [order: string, space_id: string];

/** Best fit first, the caller's own before others; `next` is where to go on. */
export async function searchSpaces(
  tx: Tx,
  employee_id: string,
  query: string,
  place: SpaceSearchPlace | null,
  limit: number,
): Promise<{ items: FoundSpace[]; next: SpaceSearchPlace | null }> {
  const { words } = wantedOf(query);
  if (!words.length) return { items: [], next: null };
  const visible = await listNames(tx, employee_id);
  const found = visible
    .flatMap((space) => {
      const slips = slipsTo(space.space_name, words);
      return slips === null ? [] : [{ space, order: orderOf(space, slips) }];
    })
    .filter(({ space, order }) => !place || compare([order, space.space_id], place) > 0)
    .sort((a, b) => compare([a.order, a.space.space_id], [b.order, b.space.space_id]));
  const last = found.length > limit ? found[limit - 1] : undefined;
  return {
    items: found.slice(0, limit).map(({ space }) => space),
    next: last ? [last.order, last.space.space_id] : null,
  };
}

const orderOf = ({ is_member, space_name }: FoundSpace, slips: number): string =>
  `${slips}${is_member ? 0 : 1}${wordsIn(space_name)
    .map(({ word }) => word)
    .join(' ')}`;

function compare(a: SpaceSearchPlace, b: SpaceSearchPlace): number {
  const [x, y] = a[0] === b[0] ? [a[1], b[1]] : [a[0], b[0]];
  return x === y ? 0 : x < y ? -1 : 1;
}
