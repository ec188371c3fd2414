// Finding a space. Apart from spaces.ts, which changes them: every page knows how to look, few ever change one.
import * as v from 'valibot';
import { space } from '../chat.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { cursor, id, page, queryLimit, text } from '../kernel/fields.ts';

const common = { module: 'chat', access: 'session', rate: 'read' } as const;
export const notFound = { SPACE_NOT_FOUND: 404 } as const;
export const spaceRef = { space_id: 'space' };
export const linkCode = text(64, 1);

/** Public spaces, the caller's own, and those that they are invited to or have asked to join; by name. */
export const list = endpoint({
  ...common,
  name: 'spaces.space.list',
  method: 'GET',
  path: '/spaces/space/list',
  input: v.strictObject({
    query: v.optional(text(100)),
    limit: v.optional(queryLimit(100)),
    cursor: v.optional(cursor),
  }),
  output: page(space),
});

/** `link_code`: from a link to a private space, which is seen with it. */
export const get = endpoint({
  ...common,
  name: 'spaces.space.get',
  method: 'GET',
  path: '/spaces/space/get',
  input: v.strictObject({ space_id: id, link_code: v.optional(linkCode) }),
  output: space,
  refs: spaceRef,
  errors: notFound,
});
