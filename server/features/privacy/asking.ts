// Asking for an export: by the person, or for them by somebody who manages people.
import { v7 as uuid } from 'uuid';
import type { ResponseOf } from '#contract/kernel/endpoint.ts';
import { type DataExport, EXPORT_KEPT_DAYS, type getExport } from '#contract/privacy.ts';
import type { Actor } from '../../platform/actor.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/http/errors.ts';
import { loadCompany } from '../auth/service.ts';
import { checkMayEnd, profile } from '../people/service.ts';
import type { PrivacyDeps } from './deps.ts';
import { type ExportRow, findLast, insertExport } from './export-repo.ts';
import { askedForYouMail } from './mails.ts';

const DAY_MS = 86_400_000;
/** For so long the same call, sent again because its answer was lost, is answered as before. */
const AGAIN_MS = 5 * 60_000;

export const present = ({ company_id: _, employee_id: __, attempts: ___, ...row }: ExportRow): DataExport => row;

/** Null: at once. What could not be made does not count. */
const againAt = (last: ExportRow | undefined): string | null => {
  if (!last || last.status === 'failed') return null;
  const at = Date.parse(last.created_at) + DAY_MS;
  return at > Date.now() ? new Date(at).toISOString() : null;
};

export async function loadExport(
  tx: Tx,
  { employee_id }: Actor,
  { proof }: PrivacyDeps,
): Promise<ResponseOf<typeof getExport>> {
  const last = await findLast(tx, employee_id);
  // What is over is as good as gone, before it is swept.
  const isOver = last?.expires_at && Date.parse(last.expires_at) < Date.now();
  return {
    data_export: last && !isOver ? present(last) : null,
    again_at: againAt(last),
    asks: await proof.whatIsAsked(tx, employee_id),
  };
}

const isRepeat = (last: ExportRow, asked_by: string): boolean =>
  last.status === 'ready' && last.asked_by === asked_by && Date.parse(last.created_at) > Date.now() - AGAIN_MS;

/** DATA_EXPORT_TOO_SOON. One that is being made is answered as it is. */
export async function ask(tx: Tx, actor: Actor, employee_id: string): Promise<DataExport> {
  const last = await findLast(tx, employee_id);
  const asked_by = actor.employee_id;
  if (last && (last.status === 'waiting' || isRepeat(last, asked_by))) return present(last);
  if (againAt(last)) throw new AppError('DATA_EXPORT_TOO_SOON');
  const made = await insertExport(tx, { export_id: uuid(), employee_id, asked_by });
  if (!made) {
    const other = await findLast(tx, employee_id);
    if (other) return present(other);
    throw new Error('An export is waiting, and is not there');
  }
  await audit(tx, tx.company_id, asked_by, 'people.data_export_asked', { employee_id });
  return present(made);
}

/** EMPLOYEE_NOT_FOUND, NO_PERMISSION, DATA_EXPORT_TOO_SOON. The person is told. */
export async function askFor(tx: Tx, actor: Actor, employee_id: string, deps: PrivacyDeps): Promise<DataExport> {
  await checkMayEnd(tx, actor, employee_id);
  const person = await profile(tx, employee_id);
  // Nobody who cannot sign in could fetch it.
  if (person.employee_account_status !== 'ACTIVE') throw new AppError('EMPLOYEE_NOT_FOUND');
  const before = await findLast(tx, employee_id);
  const made = await ask(tx, actor, employee_id);
  if (made.export_id !== before?.export_id && employee_id !== actor.employee_id) {
    const by = await profile(tx, actor.employee_id);
    const { company_name } = await loadCompany(tx);
    const about = { first_name: person.first_name, company_name, days: EXPORT_KEPT_DAYS, settings: deps.settings };
    const mail = askedForYouMail({ ...about, by: `${by.first_name} ${by.last_name}`.trim() });
    await deps.mailer.enqueue(tx, { to: person.work_email_id, ...mail });
  }
  return made;
}
