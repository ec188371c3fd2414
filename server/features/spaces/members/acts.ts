// What of spaces stands in the audit log: that there is one, who can join, who answers for it, who was let into a private one, and all
// that somebody does in one that they are not in. Joining a public one, leaving, and what is said there do not.
import type { AuditAction } from '#contract/audit.ts';
import type { Actor } from '../../../platform/actor.ts';
import { audit } from '../../../platform/audit/audit.ts';
import type { Tx } from '../../../platform/db/database.ts';
import type { SpaceRow } from '../space-repo.ts';

type Detail = Readonly<Record<string, unknown>>;
type SpaceAct = Extract<AuditAction, `spaces.${string}`>;
type Named = Pick<SpaceRow, 'space_id' | 'space_name' | 'visibility'>;

/** What only those who are in a private space may know: for the log of a public one. Who reads the log, or a file of it, need not be in. */
export const ifPublic = ({ visibility }: Pick<SpaceRow, 'visibility'>, names: Detail): Detail =>
  visibility === 'public' ? names : {};

/** `by`: null for the server itself. */
export function note(tx: Tx, by: string | null, space: Named, action: SpaceAct, detail: Detail = {}): Promise<void> {
  const { space_id, space_name } = space;
  return audit(tx, tx.company_id, by, action, { space_id, ...ifPublic(space, { name: space_name }), ...detail });
}

/** Of somebody who administers the space; `outside` if they do so without being in it. */
export const noteAct = (
  tx: Tx,
  { employee_id }: Actor,
  space: SpaceRow,
  action: SpaceAct,
  detail: Detail = {},
): Promise<void> => note(tx, employee_id, space, action, { ...detail, ...(space.role === null && { outside: true }) });

/** What leaves a line only if whoever did it is not in the space. */
export async function noteOutside(tx: Tx, actor: Actor, space: SpaceRow, act: string, detail: Detail = {}) {
  if (space.role === null) await noteAct(tx, actor, space, 'spaces.managed', { act, ...detail });
}

/** Who was let in by somebody: into a private space, or by who is not in it. */
export async function noteAdded(tx: Tx, actor: Actor, space: SpaceRow, add: readonly string[]): Promise<void> {
  if (add.length && (space.visibility === 'private' || space.role === null))
    await noteAct(tx, actor, space, 'spaces.members_added', { add });
}
