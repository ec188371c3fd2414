// From an address on the wire to what finds the conversation in the database. Pure.
import type { Address } from '#contract/chat.ts';
import { invalid } from '../../platform/http/errors.ts';

/** The pair of a direct conversation, smaller id first; a space with a sub-space, null for the default one; a thread by its root; a group; a campaign. */
export type Place =
  | { readonly kind: 'direct'; readonly low: string; readonly high: string }
  | { readonly kind: 'sub_space'; readonly space_id: string; readonly sub_space_id: string | null }
  | { readonly kind: 'thread'; readonly root_id: string }
  | { readonly kind: 'group'; readonly conversation_id: string }
  | { readonly kind: 'campaign'; readonly conversation_id: string };

/** INVALID_REQUEST for anything but a space with a sub-space. */
export function placeOf(employee_id: string, address: Address): Place {
  const { entity_type, entity_id, sub_space_id } = address;
  if (entity_type === 'space') return { kind: 'sub_space', space_id: entity_id, sub_space_id: sub_space_id ?? null };
  if (sub_space_id !== undefined) throw invalid([{ path: 'sub_space_id', message: 'Only a space has sub-spaces' }]);
  if (entity_type === 'thread') return { kind: 'thread', root_id: entity_id };
  if (entity_type === 'group' || entity_type === 'campaign') return { kind: entity_type, conversation_id: entity_id };
  // Ids are lower case of one length: text order is the order of PostgreSQL's uuid.
  const [low, high] = employee_id < entity_id ? [employee_id, entity_id] : [entity_id, employee_id];
  return { kind: 'direct', low, high };
}
