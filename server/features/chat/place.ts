// From an address on the wire to what finds the conversation in the database. Pure.
import type { Address } from '#contract/chat.ts';
import { invalid } from '../../platform/http/errors.ts';

/** The pair of a direct conversation, smaller id first; or a space with a sub-space, null for the default one. */
export type Place =
  | { readonly kind: 'direct'; readonly low: string; readonly high: string }
  | { readonly kind: 'sub_space'; readonly space_id: string; readonly sub_space_id: string | null };

/** INVALID_REQUEST for a colleague with a sub-space. */
export function placeOf(employee_id: string, address: Address): Place {
  const { entity_type, entity_id, sub_space_id } = address;
  if (entity_type === 'space') return { kind: 'sub_space', space_id: entity_id, sub_space_id: sub_space_id ?? null };
  if (sub_space_id !== undefined) throw invalid([{ path: 'sub_space_id', message: 'A colleague has no sub-spaces' }]);
  // Ids are lower case of one length: text order is the order of PostgreSQL's uuid.
  const [low, high] = employee_id < entity_id ? [employee_id, entity_id] : [entity_id, employee_id];
  return { kind: 'direct', low, high };
}
