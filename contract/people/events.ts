// What is told of people and roles.
import * as v from 'valibot';
import { event } from '../kernel/endpoint.ts';
import { empty, id } from '../kernel/fields.ts';
import { person, statusType } from './employee.ts';

/** A person is new, or their name, face, title or account changed. Deleted people are told of as `people.removed`. */
export const changed = event({ name: 'people.changed', topic: 'company', payload: person });
export const removed = event({
  name: 'people.removed',
  topic: 'company',
  payload: v.strictObject({ employee_id: id }),
});
/** Somebody hides other things of their profile than before: what is kept of it on other devices goes, and is asked for anew. */
export const hiddenChanged = event({
  name: 'people.hidden_changed',
  topic: 'company',
  payload: v.strictObject({ employee_id: id }),
});
/**
 * The person's own permissions or profile changed: their clients resolve the session again. What they chose as their status
 * comes with it, so that no screen shows the one before in the meantime.
 */
export const selfChanged = event({
  name: 'people.self_changed',
  topic: 'employee',
  payload: v.strictObject({
    status_type: statusType,
    /** They may do other things than before: what was read with the former rights is not kept. */
    rights_changed: v.optional(v.boolean()),
  }),
});

/**
 * Which roles there are, what one allows, or who has it, and nothing of that: it is not for everybody. Who may see it asks
 * again.
 */
export const rolesChanged = event({ name: 'people.roles_changed', topic: 'company', payload: empty });
