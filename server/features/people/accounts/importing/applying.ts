// An import goes on: some rows at a time, each part in one transaction and with a fixed number of statements. Every row is judged anew
// under the roster's lock, so what has changed since the check is a reason and never half a change.
import { departmentsChanged } from '#contract/people/departments.ts';
import { rolesChanged } from '#contract/people/events.ts';
import { groupsChanged } from '#contract/people/groups.ts';
import { changed, selfChanged } from '#contract/people.ts';
import type { Actor } from '../../../../platform/actor.ts';
import { audit } from '../../../../platform/audit/audit.ts';
import type { Tx } from '../../../../platform/db/database.ts';
import { emit, emitEach, emitMany } from '../../../../platform/events/emit.ts';
import { type PeopleDeps, signalActor } from '../../deps.ts';
import { emailKey } from '../../finding/fold.ts';
import { addMembers, findGroups, removeMembers } from '../../groups/group-repo.ts';
import { noteMembers } from '../../groups/groups.ts';
import { presentEmployee, presentPerson } from '../../present.ts';
import type { EmployeeRow } from '../../repo.ts';
import { changeRoles } from '../../roles/grants.ts';
import { lockRoster } from '../../roles/role-repo.ts';
import { attempt } from '../bulk.ts';
import { sendInvitation } from '../invitations.ts';
import { giveRoles, insertPeople, updatePeople } from './apply-repo.ts';
import { type BatchRow, type Became, movedIn, nextRows, type StoredRow, setStatus, settleRows } from './import-repo.ts';
import { askedIn, differing, judgeAll, wishesOf } from './judging/judge.ts';
import type { Judged, Target } from './judging/judged.ts';
import { type Known, loadWorld, type World } from './judging/world.ts';
import { lockByKeys } from './judging/world-repo.ts';
import { deactivatePart } from './missing/deactivating.ts';
import { isWritten } from './written.ts';

const PART = 250;

/** Locks are held for this long only. False if there was nothing left, and it is done now. */
export async function applyPart(tx: Tx, actor: Actor, batch: BatchRow, deps: PeopleDeps): Promise<boolean> {
  await lockRoster(tx);
  const rows = await nextRows(tx, batch.import_id, PART);
  if (!rows.length) {
    await setStatus(tx, batch.import_id, 'done');
    return false;
  }
  // One kind at a time, so that locks are taken in one order; who is missing once every row of the file is done.
  const own = rows.filter(({ verdict }) => verdict !== 'missing');
  if (own.length) await applyRows(tx, actor, own, batch, deps);
  else await settleRows(tx, batch.import_id, await deactivatePart(tx, actor, batch, rows, deps));
  return true;
}

/** A row that the database does not take is looked for by halves and refused: it stops no other. */
async function applyRows(
  tx: Tx,
  actor: Actor,
  rows: readonly StoredRow[],
  batch: BatchRow,
  deps: PeopleDeps,
): Promise<void> {
  const settle = (became: readonly Became[]) => settleRows(tx, batch.import_id, became);
  if (await isWritten(tx, async () => settle(await judgeAndApply(tx, actor, rows, batch, deps)))) return;
  const [first] = rows;
  if (first && rows.length === 1) {
    const problems = [{ column: null, message: 'This row could not be saved: put it in by hand' }];
    await settle([{ row_number: first.row_number, outcome: 'refused', problems }]);
    return;
  }
  const half = Math.ceil(rows.length / 2);
  // In their order: managers before their reports.
  for (const some of [rows.slice(0, half), rows.slice(half)]) await applyRows(tx, actor, some, batch, deps);
}

/** What was to be made is, by now, or nobody gets it. */
const isThere = ({ answer, department_id }: BatchRow['departments'][number]): boolean =>
  answer !== 'create' || department_id !== null;

async function judgeAndApply(
  tx: Tx,
  actor: Actor,
  rows: readonly StoredRow[],
  batch: BatchRow,
  deps: PeopleDeps,
): Promise<Became[]> {
  const lines = rows.map(({ row_number: row, cells }) => ({ row, cells }));
  const wished = wishesOf(lines, batch);
  const asked = askedIn(wished);
  const addresses = wished.map(({ wish }) => wish.key);
  await lockByKeys(tx, addresses, asked.numbers);
  const managers = wished.flatMap(({ wish }) => (wish.manager ? [emailKey(wish.manager)] : []));
  const moved = await movedIn(tx, batch.import_id, managers);
  const world = { ...(await loadWorld(tx, actor, asked, batch.departments.filter(isThere))), moved };
  const before = new Map(
    rows.map(({ row_number, verdict, employee_id }) => [row_number, { comes: verdict === 'create', employee_id }]),
  );
  return apply(tx, actor, judgeAll(lines, wished, batch, world, before), world, batch, deps);
}

async function apply(
  tx: Tx,
  actor: Actor,
  judged: readonly Judged[],
  world: World,
  batch: BatchRow,
  deps: PeopleDeps,
): Promise<Became[]> {
  const roles = await changeAllRoles(tx, actor, judged, deps);
  const coming = judged.filter(({ verdict }) => verdict === 'create');
  const going = judged.filter(({ verdict }) => verdict === 'change');
  const created = await insertPeople(tx, coming.map(wholeOf));
  await giveRoles(tx, coming.map(wholeOf));
  const after = new Map((await updatePeople(tx, going.map(wholeOf))).map((row) => [row.employee_id, row]));
  const regrouped = await regroup(tx, actor, [...coming, ...going], world);
  await recordRoles(tx, actor, coming, world);
  await recordAddresses(tx, actor, going);
  await tell(tx, { created, going, after, roles, regrouped });
  if (batch.send_invitations) for (const row of created) await sendInvitation(tx, presentEmployee(row), deps);
  return judged.map(becameOf);
}

const wholeOf = ({ employee_id, target }: Judged) => ({ employee_id: employee_id as string, ...target });

/** Of those who are there, one after the other: the last owner stays one. Whom that refuses is left out as a whole. */
async function changeAllRoles(tx: Tx, actor: Actor, judged: readonly Judged[], deps: PeopleDeps): Promise<Set<string>> {
  const done = new Set<string>();
  for (const one of judged) {
    if (one.verdict !== 'change' || !one.known || !one.fields.includes('roles')) continue;
    const { row } = one.known;
    const refused = await attempt(tx, () => changeRoles(tx, actor, row, one.target.role_ids));
    if (refused) {
      one.verdict = 'problem';
      const last = 'A company needs an owner: this is the last one';
      one.problems.push({
        column: null,
        message: refused === 'LAST_OWNER' ? last : 'You may not give or take these roles',
      });
    } else {
      done.add(row.employee_id);
      signalActor(tx, deps, actor, row.employee_id);
    }
  }
  return done;
}

/** Who comes with more than what everybody has. */
async function recordRoles(tx: Tx, actor: Actor, coming: readonly Judged[], world: World): Promise<void> {
  for (const { employee_id, target } of coming) {
    const { role_ids } = target;
    if (role_ids.length === 1 && role_ids[0] === world.employee_role_id) continue;
    const given = role_ids.flatMap((id) => world.rolesById.get(id)?.name ?? []);
    await audit(tx, actor.company_id, actor.employee_id, 'people.roles_changed', { employee_id, role_ids, given });
  }
}

async function recordAddresses(tx: Tx, actor: Actor, going: readonly Judged[]): Promise<void> {
  for (const { employee_id, known, target } of going)
    if (known && known.row.work_email !== target.work_email)
      await audit(tx, actor.company_id, actor.employee_id, 'people.address_changed', { employee_id });
}

/** Statements and a line of the log for each group, not for each person. True if anybody is in another group now. */
async function regroup(tx: Tx, actor: Actor, people: readonly Judged[], world: World): Promise<boolean> {
  const [added, taken] = [new Map<string, string[]>(), new Map<string, string[]>()];
  for (const { employee_id, known, target } of people) {
    const [before, wanted] = [new Set(known?.group_ids), new Set(target.group_ids)];
    for (const id of wanted.difference(before)) added.set(id, [...(added.get(id) ?? []), employee_id as string]);
    for (const id of before.difference(wanted)) taken.set(id, [...(taken.get(id) ?? []), employee_id as string]);
  }
  let regrouped = false;
  for (const group of await findGroups(tx, [...new Set([...added.keys(), ...taken.keys()])])) {
    const { group_id } = group;
    const coming = world.ruled.has(group_id) ? [] : (added.get(group_id) ?? []);
    const came = await addMembers(tx, group_id, coming);
    const went = await removeMembers(tx, group_id, taken.get(group_id) ?? []);
    regrouped = (await noteMembers(tx, actor, group, came, went)) || regrouped;
  }
  return regrouped;
}

interface Told {
  readonly created: readonly EmployeeRow[];
  readonly going: readonly Judged[];
  readonly after: ReadonlyMap<string, EmployeeRow>;
  /** Whose roles changed. */
  readonly roles: ReadonlySet<string>;
  readonly regrouped: boolean;
}

const ruledBy: readonly (keyof Target)[] = ['location', 'manager_id', 'joining_date'];

/** The company's topic before those of people, as everybody takes them. */
async function tell(tx: Tx, { created, going, after, roles, regrouped }: Told): Promise<void> {
  const differs = going.map(({ known, target }) => differing(known as Known, target));
  const some = (...keys: (keyof Target)[]) => differs.some((all) => all.some((key) => keys.includes(key)));
  if (created.length || roles.size) await emit(tx, rolesChanged, 'company', {});
  if (some('department_id') || created.some((row) => row.department_id))
    await emit(tx, departmentsChanged, 'company', {});
  if (regrouped || some(...ruledBy)) await emit(tx, groupsChanged, 'company', {});
  const shown = going.flatMap(({ known, employee_id }) => {
    const row = after.get(employee_id as string);
    return row && JSON.stringify(presentPerson(row)) !== JSON.stringify(presentPerson((known as Known).row))
      ? [row]
      : [];
  });
  await emitMany(tx, changed, 'company', [...created, ...shown].map(presentPerson));
  const own = [...after.values()].map(({ employee_id, status_type }) => ({
    topic: `employee:${employee_id}` as const,
    payload: { status_type, ...(roles.has(employee_id) && { rights_changed: true }) },
  }));
  await emitEach(tx, selfChanged, own);
}

/** What the person or the system sets by itself is no change that somebody made to them. */
const ownState: ReadonlySet<string> = new Set([
  'employee_account_status',
  'status_type',
  'auto_status',
  'hidden_fields',
]);
const asMade = (target: Target) => Object.fromEntries(Object.entries(target).filter(([key]) => !ownState.has(key)));

function becameOf(one: Judged): Became {
  const { line, verdict, employee_id, known, target, problems, fields } = one;
  if (verdict === 'problem') return { row_number: line.row, outcome: 'refused', problems };
  const done: Became = { row_number: line.row, outcome: 'done', problems: [], employee_id };
  if (verdict === 'create' || !known) return { ...done, made: true, after: asMade(target) };
  const keys = verdict === 'change' ? differing(known, target) : [];
  if (!keys.length) return { ...done, made: false };
  const { row, role_ids, group_ids } = known;
  const was = { ...row, role_ids, group_ids };
  const pick = (from: Target) => Object.fromEntries(keys.map((key) => [key, from[key]]));
  return { ...done, made: false, fields, before: pick(was), after: pick(target) };
}
