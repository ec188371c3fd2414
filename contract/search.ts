// Search: messages, spaces and people from one box. How words are compared is search-words.ts, what is typed search-query.ts.
import * as v from 'valibot';
import { entryType, messageType } from './chat.ts';
import { endpoint } from './kernel/endpoint.ts';
import { count, id, limit, text, time } from './kernel/fields.ts';
import { person } from './people/employee.ts';

/** In the order in which they stand when the query looks like a name. */
export const searchTypes = ['people', 'spaces', 'messages'] as const;
export type SearchType = (typeof searchTypes)[number];

/** What a message may be asked to have. */
export const searchHas = v.picklist(['link', 'file', 'image']);

export const foundSpace = v.strictObject({
  space_id: id,
  space_name: v.string(),
  space_image: v.nullable(v.string()),
  visibility: v.picklist(['public', 'private']),
  total_members: count,
  is_member: v.boolean(),
});
export type FoundSpace = v.InferOutput<typeof foundSpace>;

/** A message with all that is needed to draw it and to open it in its place. */
export const foundMessage = v.strictObject({
  message_id: id,
  seq: count,
  /** Where it stands, seen by the caller; a space always with its sub-space. */
  entity_type: entryType,
  entity_id: id,
  sub_space_id: v.optional(id),
  /** The message whose thread it stands in; its seq is the thread's then. null if it stands in the conversation itself. */
  thread_id: v.nullable(id),
  sender_id: id,
  type: messageType,
  created_at: v.string(),
  /** Plain text around the first hit. */
  snippet: v.string(),
  /** Where the hits stand in the snippet: [from, to) in UTF-16 units, rising, apart. */
  ranges: v.array(v.tuple([count, count])),
});
export type FoundMessage = v.InferOutput<typeof foundMessage>;

const filters = v.strictObject({
  /** The sender. */
  from: v.optional(id),
  /** A colleague, a space with all its sub-spaces, or one of these. */
  in: v.optional(
    v.strictObject({
      entity_type: entryType,
      entity_id: id,
      sub_space_id: v.optional(id),
    }),
  ),
  has: v.optional(searchHas),
  before: v.optional(time),
  /** The moment itself included. */
  after: v.optional(time),
});
export type SearchFilters = v.InferInput<typeof filters>;

const next_cursor = v.nullable(v.string());
const group = v.variant('type', [
  v.strictObject({ type: v.literal('people'), items: v.array(person), next_cursor }),
  v.strictObject({ type: v.literal('spaces'), items: v.array(foundSpace), next_cursor }),
  v.strictObject({
    type: v.literal('messages'),
    items: v.array(foundMessage),
    next_cursor,
    /**
     * No message has the words: these have some that are only a slip of the finger away. Among many messages nobody is kept waiting
     * for them: the cursor of a page without items leads there.
     */
    near: v.optional(v.literal(true)),
  }),
]);
export type SearchGroup = v.InferOutput<typeof group>;

/**
 * A group for each type asked for (all of them by default), the one most likely meant first. Filters are about messages:
 * with one, only messages are found. A `cursor` goes on in the one type that it came with. Newest messages first.
 */
export const search = endpoint({
  name: 'search.hit.list',
  method: 'POST',
  path: '/general/global/search',
  access: 'session',
  rate: 'search',
  idempotency: 'none',
  input: v.strictObject({
    query: text(200),
    types: v.optional(v.pipe(v.array(v.picklist(searchTypes)), v.minLength(1), v.maxLength(searchTypes.length))),
    filters: v.optional(filters),
    limit: v.optional(limit(50)),
    cursor: v.optional(text(1000)),
  }),
  output: v.strictObject({ groups: v.array(group) }),
  refs: {
    'filters.from': 'employee',
    'filters.in.entity_id': 'entity',
    'filters.in.sub_space_id': 'sub_space',
  },
});

/** True for what could be the beginning of a name: letters, at most three words. */
export const isLikeName = (query: string): boolean =>
  /^[\p{L}\p{M}'’.-]+(?: +[\p{L}\p{M}'’.-]+){0,2}$/u.test(query.trim());
