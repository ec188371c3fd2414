// Erasing: of somebody who has left nothing stays but an id, what they wrote to others, and the lines of the audit log, which
// name ids alone. There is no way back.
import { removed } from '#contract/people.ts';
import type { Actor } from '../../../../platform/actor.ts';
import { audit } from '../../../../platform/audit/audit.ts';
import type { Tx } from '../../../../platform/db/database.ts';
import { forgetPerson } from '../../../../platform/db/privacy/forget.ts';
import { emit } from '../../../../platform/events/emit.ts';
import { forget } from '../../../auth/service.ts';
import type { PeopleDeps } from '../../deps.ts';
import { findFaces } from '../../repo.ts';
import { holdForReturn } from './coming-back.ts';
import { deleteLeaver, findLeaverFaces, holdLeaver, noteErased } from './leaver-repo.ts';

/** What messages of others call them from now on. */
const LABEL = 'Former employee';

/** By somebody who may; EMPLOYEE_NOT_FOUND unless they have left and are not erased. */
export async function eraseNow(tx: Tx, actor: Actor, employee_id: string, deps: PeopleDeps): Promise<void> {
  await holdForReturn(tx, actor, employee_id);
  await erase(tx, actor.employee_id, employee_id, deps);
}

/** False if somebody has brought them back, or erased them already. `actor_id`: null when their time is over. */
export async function erase(tx: Tx, actor_id: string | null, employee_id: string, deps: PeopleDeps): Promise<boolean> {
  const row = await holdLeaver(tx, employee_id);
  if (!row) return false;
  // All that was ever said in the company may have to be looked through: that takes as long as it takes.
  await tx.query("SET LOCAL statement_timeout = '60s'");
  const { files, chat, notifications } = deps.ports;
  await deleteLeaver(tx, employee_id);
  await files.dropPictures(tx, employee_id, async (urls) => [
    ...(await findFaces(tx, urls)),
    ...(await findLeaverFaces(tx, urls)),
  ]);
  await forget(tx, employee_id);
  await chat.forget(tx, employee_id, LABEL);
  await notifications.forget(tx, employee_id);
  await forgetPerson(tx, employee_id, row.work_email);
  await noteErased(tx, employee_id);
  // Whoever has the list of those who have left before them reads it anew.
  await emit(tx, removed, 'company', { employee_id });
  await audit(tx, tx.company_id, actor_id, 'people.erased', { employee_id });
  return true;
}
