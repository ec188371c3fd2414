// Telling the world that a person changed: everybody when the name, face, title or account
// did, or what is hidden, the person in any case.
import { isDeepStrictEqual } from 'node:util';
import { changed, hiddenChanged, selfChanged } from '#contract/people.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { emit } from '../../platform/events/emit.ts';
import { presentPerson } from './present.ts';
import type { EmployeeRow } from './repo.ts';

/** `before` is null for somebody new. `rights_changed`: they have other roles. */
export async function announce(
  tx: Tx,
  before: EmployeeRow | null,
  after: EmployeeRow,
  rights_changed = false,
): Promise<void> {
  const person = presentPerson(after);
  if (!before || !isDeepStrictEqual(presentPerson(before), person)) await emit(tx, changed, 'company', person);
  const { employee_id } = after;
  if (before && new Set(before.hidden_fields).symmetricDifference(new Set(after.hidden_fields)).size)
    await emit(tx, hiddenChanged, 'company', { employee_id });
  const { status_type } = after;
  if (before)
    await emit(tx, selfChanged, `employee:${employee_id}`, { status_type, ...(rights_changed && { rights_changed }) });
}

/** The events of this transaction that the caller may see: for the answer of a write. */
export const ownEvents = (tx: Tx, actor: Actor) =>
  tx.events.filter(({ topic }) => topic === 'company' || topic === `employee:${actor.employee_id}`);
