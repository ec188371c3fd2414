// Searching among the spaces that are at hand: without a connection.
import type { Space } from '#contract/chat.ts';
import { matcher } from '#src/kit/people/find-people.ts';

/** What fits a search among the spaces that are at hand. */
export function findSpaces(spaces: readonly Space[], query: string): readonly Space[] {
  const fits = matcher(query);
  return spaces.filter(({ space_name, space_description }) => fits(`${space_name} ${space_description}`));
}
