// The rules of what one wants to be told of, and of what others learn of it: only until when it is quiet.
import { isDeepStrictEqual } from 'node:util';
import type { ParsedOf, ResponseOf } from '#contract/kernel/endpoint.ts';
import type * as quiet from '#contract/notifications/quiet.ts';
import type * as writes from '#contract/notifications/writes.ts';
import * as contract from '#contract/notifications.ts';
import { knownTimeZone } from '#contract/time-zone.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { emit, revisionOf } from '../../../platform/events/emit.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { settingsOf } from '../../company/service.ts';
import { loadActive, showsTimeZone } from '../../people/service.ts';
import { listRecipients } from '../telling/due-repo.ts';
import { quietUntil } from './quiet.ts';
import * as repo from './settings-repo.ts';

const MAX_LEVELS = 2_000;
type Of<Key extends keyof typeof writes> = (typeof writes)[Key];

/** Needs a snapshot. */
export async function getSettings(tx: Tx, { employee_id }: Actor): Promise<ResponseOf<typeof contract.getSettings>> {
  const [settings, exceptions, company, revision] = await Promise.all([
    repo.findSettings(tx, employee_id),
    repo.listLevels(tx, employee_id),
    settingsOf(tx),
    revisionOf(tx, `employee:${employee_id}`),
  ]);
  return { settings, exceptions, company_awake: company.awake, revision };
}

/** What is not given stays. */
export async function updateSettings(
  tx: Tx,
  { employee_id }: Actor,
  { levels = {}, awake, paused_until, hide_text, mail_digest }: ParsedOf<Of<'updateSettings'>>,
): Promise<ResponseOf<Of<'updateSettings'>>> {
  const before = await repo.findSettings(tx, employee_id);
  const settings: contract.Settings = {
    levels: { ...before.levels, ...given(levels) },
    awake: awake === undefined ? before.awake : awake,
    paused_until: paused_until === undefined ? before.paused_until : timeOf(paused_until),
    hide_text: hide_text ?? before.hide_text,
    mail_digest: mail_digest ?? before.mail_digest,
  };
  if (isDeepStrictEqual(settings, before)) return { settings, events: [] };
  await repo.saveSettings(tx, employee_id, settings);
  await repo.lookAgain(tx, employee_id);
  await emit(tx, contract.settingsChanged, `employee:${employee_id}`, settings);
  return { settings, events: tx.events };
}

const given = (levels: { readonly [K in contract.Kind]?: contract.Level | undefined }) =>
  Object.fromEntries(Object.entries(levels).filter(([, level]) => level)) as Partial<contract.Settings['levels']>;

/** What JavaScript takes for a time, PostgreSQL need not: 30 February, the year 0. */
function timeOf(text: string | null): string | null {
  const at = text === null ? Number.NaN : Date.parse(text);
  return Number.isNaN(at) ? null : new Date(Math.max(0, at)).toISOString();
}

/** What somebody chose for where they are no longer, they may still take back. */
export async function setLevel(
  tx: Tx,
  { employee_id }: Actor,
  { level, ...which }: ParsedOf<Of<'setLevel'>>,
): Promise<ResponseOf<Of<'setLevel'>>> {
  const isThere = await repo.hasPlace(tx, employee_id, which);
  if (level && !isThere) throw new AppError('CONVERSATION_NOT_FOUND');
  if (!(await repo.saveLevel(tx, employee_id, which, level))) {
    if (!isThere) throw new AppError('CONVERSATION_NOT_FOUND');
    return { events: [] };
  }
  if (level && (await repo.countLevels(tx, employee_id)) > MAX_LEVELS) throw new AppError('TOO_MANY_LEVELS');
  await emit(tx, contract.levelChanged, `employee:${employee_id}`, { ...which, level });
  return { events: tx.events };
}

/** Of who is not active nothing is to be said, nor of who hides their time zone: it would tell it. */
export async function getQuiet(
  tx: Tx,
  actor: Actor,
  { employee_id }: ParsedOf<typeof quiet.getQuiet>,
): Promise<ResponseOf<typeof quiet.getQuiet>> {
  await loadActive(tx, [employee_id]);
  const recipient = (await listRecipients(tx, [employee_id])).get(employee_id);
  if (!recipient || !(await showsTimeZone(tx, actor, employee_id))) return { time_zone: 'UTC', quiet_until: null };
  const { awake: company_awake } = await settingsOf(tx);
  const until = quietUntil({ ...recipient, company_awake }, new Date());
  return { time_zone: knownTimeZone(recipient.time_zone), quiet_until: until && until.toISOString() };
}
