// Erasing: of somebody who has left nothing stays but an id, what they wrote to others, and the lines of the audit log, which
// name ids alone. There is no way back.
import { removed } from '#contract/people.ts';
import type { Actor } from '../../../../platform/actor.ts';
import { audit } from '../../../../platform/audit/audit.ts';
import type { Tx } from '../../../../platform/db/database.ts';
import { appendErased } from '../../../../platform/db/privacy/erased-list.ts';
import { forgetOwn } from '../../../../platform/db/privacy/forget.ts';
import { emit } from '../../../../platform/events/emit.ts';
import { forget } from '../../../auth/service.ts';
import type { PeopleDeps } from '../../deps.ts';
import { findFaces } from '../../repo.ts';
import { forgetImported } from '../importing/import-repo.ts';
import { holdForReturn } from './coming-back.ts';
import { deleteLeaver, findLeaverFaces, hasAddress, holdDue, type LeaverRow, noteErased } from './leaver-repo.ts';

/** By somebody who may; EMPLOYEE_NOT_FOUND unless they have left and are not erased. */
export async function eraseNow(tx: Tx, actor: Actor, employee_id: string, deps: PeopleDeps): Promise<void> {
  const { row } = await holdForReturn(tx, actor, employee_id);
  await erase(tx, actor.employee_id, row, deps);
}

/** Their time is over. False if somebody has brought them back, or erases them already. */
export async function eraseDue(tx: Tx, employee_id: string, deps: PeopleDeps): Promise<boolean> {
  const row = await holdDue(tx, employee_id);
  if (row) await erase(tx, null, row, deps);
  return !!row;
}

/** What says who they were: short, whatever was ever said in the company. What others said of them goes after that: cleaning.ts. */
export async function erase(tx: Tx, actor_id: string | null, row: LeaverRow, deps: PeopleDeps): Promise<void> {
  const { employee_id, work_email } = row;
  const { files, chat, insights, notifications, privacy } = deps.ports;
  await deleteLeaver(tx, employee_id);
  await files.dropPictures(tx, row, async (urls) => [
    ...(await findFaces(tx, urls)),
    ...(await findLeaverFaces(tx, urls)),
  ]);
  await forget(tx, employee_id);
  await chat.forgetOwn(tx, employee_id);
  await notifications.forget(tx, employee_id);
  await insights.forget(tx, employee_id);
  await forgetOwn(tx, employee_id);
  await privacy.forgetExports(tx, employee_id);
  // Somebody else may have the address by now: what was brought in and what waits is theirs.
  const isTheirs = work_email !== '' && !(await hasAddress(tx, work_email));
  await forgetImported(tx, employee_id, isTheirs ? work_email : null);
  if (isTheirs) await deps.mailer.forget(tx, work_email);
  await noteErased(tx, employee_id);
  tx.afterCommit(() => appendErased(deps.erasedList, [{ company_id: tx.company_id, employee_id }]));
  // Whoever has the list of those who have left before them reads it anew.
  await emit(tx, removed, 'company', { employee_id });
  await audit(tx, tx.company_id, actor_id, 'people.erased', { employee_id });
}
