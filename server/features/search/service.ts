// What is asked of whom, and in which order the groups stand. Matching and permission are the features' own.
import type { ParsedOf, ResponseOf } from '#contract/kernel/endpoint.ts';
import {
  isLikeName,
  type SearchGroup,
  type SearchType,
  type search as searchEndpoint,
  searchTypes,
} from '#contract/search.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { searchMessages } from '../chat/service.ts';
import { searchPeople } from '../people/service.ts';
import { searchSpaces } from '../spaces/service.ts';
import { decode, encode } from './cursor.ts';

type Input = ParsedOf<typeof searchEndpoint>;
const DEFAULT_LIMIT = 20;

/** What the company has switched on. */
const MODULES: Readonly<Record<SearchType, string>> = { people: 'people', spaces: 'chat', messages: 'chat' };

/** Needs a snapshot: the groups are of one moment. */
export async function search(tx: Tx, actor: Actor, input: Input): Promise<ResponseOf<typeof searchEndpoint>> {
  const { query, types = searchTypes, filters = {}, limit = DEFAULT_LIMIT, cursor } = input;
  const going = cursor === undefined ? null : decode(cursor);
  const filtered = Object.values(filters).some((filter) => filter !== undefined);
  const order: readonly SearchType[] = isLikeName(query) ? searchTypes : ['messages', 'people', 'spaces'];
  const asked = order.filter(
    (type) =>
      types.includes(type) &&
      actor.modules.has(MODULES[type]) &&
      (!filtered || type === 'messages') &&
      (!going || going.type === type),
  );
  const ask: Record<SearchType, () => Promise<SearchGroup>> = {
    people: async () => {
      const place = going?.type === 'people' ? going.place : null;
      const { items, next } = await searchPeople(tx, query, place, limit);
      return { type: 'people', items, next_cursor: next && encode({ type: 'people', place: next }) };
    },
    spaces: async () => {
      const place = going?.type === 'spaces' ? going.place : null;
      const { items, next } = await searchSpaces(tx, actor.employee_id, query, place, limit);
      return { type: 'spaces', items, next_cursor: next && encode({ type: 'spaces', place: next }) };
    },
    messages: async () => {
      const place = going?.type === 'messages' ? going.place : null;
      const { items, near, next } = await searchMessages(tx, actor.employee_id, { query, filters, place, limit });
      const next_cursor = next && encode({ type: 'messages', place: next });
      return { type: 'messages', items, next_cursor, ...(near && { near }) };
    },
  };
  return { groups: await Promise.all(asked.map((type) => ask[type]())) };
}
