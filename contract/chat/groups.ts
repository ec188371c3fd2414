// Groups: direct messages of three to nine people. All of them read everything, also what was said before they came.
import * as v from 'valibot';
import { entry } from '../chat.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { events, id, newId, text } from '../kernel/fields.ts';

const common = { access: 'session', module: 'chat' } as const;

/** How many people a group has at most. */
export const GROUP_MOST = 9;

const groupName = text(80);
const others = v.pipe(v.array(id), v.minLength(1), v.maxLength(8));
const groupOutput = v.strictObject({ entry, events });

/** `conversation_id` is made by the client. Of the same people that made one before, that one is the answer. */
export const createGroup = endpoint({
  ...common,
  name: 'chat.group.new',
  method: 'POST',
  path: '/chat/group/new',
  rate: 'write',
  input: v.strictObject({
    conversation_id: newId,
    /** Without the caller. */
    employee_ids: v.pipe(v.array(id), v.minLength(2), v.maxLength(8)),
    name: v.optional(groupName),
  }),
  output: groupOutput,
  refs: { 'employee_ids[]': 'employee' },
  errors: { EMPLOYEE_NOT_FOUND: 404 },
});

/** A blank name takes it away. */
export const renameGroup = endpoint({
  ...common,
  name: 'chat.group.update',
  method: 'POST',
  path: '/chat/group/update',
  rate: 'write',
  input: v.strictObject({ conversation_id: id, name: groupName }),
  output: groupOutput,
  refs: { conversation_id: 'conversation' },
  errors: { GROUP_NOT_FOUND: 404 },
});

/** Who is in it already stays. */
export const addToGroup = endpoint({
  ...common,
  name: 'chat.group.add',
  method: 'POST',
  path: '/chat/group/add',
  rate: 'write',
  input: v.strictObject({ conversation_id: id, employee_ids: others }),
  output: groupOutput,
  refs: { conversation_id: 'conversation', 'employee_ids[]': 'employee' },
  errors: { EMPLOYEE_NOT_FOUND: 404, GROUP_FULL: 409, GROUP_NOT_FOUND: 404 },
});

export const leaveGroup = endpoint({
  ...common,
  name: 'chat.group.leave',
  method: 'POST',
  path: '/chat/group/leave',
  rate: 'write',
  input: v.strictObject({ conversation_id: id }),
  output: v.strictObject({ events }),
  refs: { conversation_id: 'conversation' },
  errors: { GROUP_NOT_FOUND: 404 },
});
