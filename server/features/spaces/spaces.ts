// Spaces as such: finding, making, changing. Members and sub-spaces have their own files.
import { v7 as uuid } from 'uuid';
import type { Space } from '#contract/chat.ts';
import type { ParsedOf, ResponseOf } from '#contract/kernel/endpoint.ts';
import { spaceUpdated } from '#contract/spaces/events.ts';
import {
  type create as createEndpoint,
  type get as getEndpoint,
  type list as listEndpoint,
  type update as updateEndpoint,
} from '#contract/spaces.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { emit, subscribe } from '../../platform/events/emit.ts';
import { AppError, invalid } from '../../platform/http/errors.ts';
import * as chat from '../chat/service.ts';
import { eventsFor, holdAllowed, loadFound } from './access.ts';
import { note, noteAct, noteOutside } from './members/acts.ts';
import { insertMembers } from './members/member-repo.ts';
import { reload } from './members/membership.ts';
import { canAdminister, canSee } from './policy.ts';
import { cursorOf, presentSpace, spacePlaceOf } from './present.ts';
import {
  findSpace,
  insertSpace,
  listVisibleSpaces,
  type SpaceFields,
  type SpaceRow,
  updateSpaceRow,
} from './space-repo.ts';
import { insertSubSpace } from './sub-spaces/sub-space-repo.ts';

const DEFAULT_PAGE = 50;
const DEFAULT_SUB_SPACE = 'General';

type Answer = ResponseOf<typeof updateEndpoint>;

export async function list(
  tx: Tx,
  { employee_id }: Actor,
  { query = '', limit = DEFAULT_PAGE, cursor }: ParsedOf<typeof listEndpoint>,
): Promise<ResponseOf<typeof listEndpoint>> {
  const rows = await listVisibleSpaces(tx, employee_id, query, spacePlaceOf(cursor), limit + 1);
  const items = rows.slice(0, limit).map(presentSpace);
  const last = rows.length > limit ? items.at(-1) : undefined;
  return { items, next_cursor: last ? cursorOf([last.space_name, last.space_id]) : null };
}

export async function get(tx: Tx, actor: Actor, { space_id, link_code }: ParsedOf<typeof getEndpoint>): Promise<Space> {
  return presentSpace(await loadFound(tx, actor, space_id, link_code));
}

/** Nobody but its members hears of a new space, and they hear of it whole: its own topic begins without an event. */
export async function create(tx: Tx, actor: Actor, input: ParsedOf<typeof createEndpoint>): Promise<Answer> {
  const { space_id, employee_ids = [] } = input;
  const me = actor.employee_id;
  const others = [...new Set(employee_ids)].filter((employee_id) => employee_id !== me);
  await chat.holdReachable(tx, [me, ...others]);
  if (!(await insertSpace(tx, space_id, fieldsOf(input, BLANK), me))) return answerRepeat(tx, actor, space_id);
  await insertMembers(tx, space_id, [me], 'admin');
  await insertMembers(tx, space_id, others, 'member');
  const conversation = await openDefault(tx, space_id, me, [me, ...others]);
  for (const employee_id of [me, ...others]) subscribe(tx, { employee_id, add: [`space:${space_id}`] });
  const row = await reload(tx, me, space_id);
  const { visibility } = row;
  const added = visibility === 'private' && others.length > 0 && { add: others };
  await note(tx, me, row, 'spaces.created', { visibility, ...added });
  const space = presentSpace(row);
  const seenByOthers: Space = { ...space, role: 'member' };
  const told = others.map((employee_id) => ({ employee_id, space: seenByOthers }));
  await chat.tellAdded(tx, [{ employee_id: me, space }, ...told], [conversation]);
  return { space, events: eventsFor(tx, actor, true) };
}

async function openDefault(tx: Tx, space_id: string, created_by: string, employee_ids: readonly string[]) {
  const sub_space_id = uuid();
  const names = { sub_space_name: DEFAULT_SUB_SPACE, sub_space_description: '', is_private: false };
  const { is_default } = await insertSubSpace(tx, { sub_space_id, space_id, ...names }, created_by);
  const conversation = await chat.openSubSpace(tx, { sub_space_id, space_id, is_default }, employee_ids);
  if (!conversation) throw new Error('A fresh id was taken');
  return conversation;
}

/** The caller's own space of this id is the answer again; any other is INVALID_REQUEST. */
async function answerRepeat(tx: Tx, actor: Actor, space_id: string): Promise<Answer> {
  const row = await findSpace(tx, actor.employee_id, space_id);
  if (!row || row.created_by !== actor.employee_id || !canSee(row))
    throw invalid([{ path: 'space_id', message: 'This id is taken' }]);
  return { space: presentSpace(row), events: [] };
}

export async function update(tx: Tx, actor: Actor, input: ParsedOf<typeof updateEndpoint>): Promise<Answer> {
  const { space_id } = input;
  const before = await holdAllowed(tx, actor, space_id, 'edit_space');
  const fields = fieldsOf(input, before);
  // A private space made public, or one that shows its past, would tell others what was said in it.
  const opens = fields.visibility !== before.visibility || fields.history !== before.history;
  if (opens && !canAdminister(before, actor.permissions)) throw new AppError('NO_PERMISSION');
  // Nobody shows others what they do not see themselves.
  const shows = before.history === 'joined' && fields.history === 'all';
  if (shows && !(await chat.seesAll(tx, actor.employee_id, space_id))) throw new AppError('HISTORY_HIDDEN');
  if (isSame(fields, before)) return { space: presentSpace(before), events: [] };
  const [revision] = await Promise.all([
    emit(tx, spaceUpdated, `space:${space_id}`, { space_id, ...fields }),
    updateSpaceRow(tx, space_id, fields),
  ]);
  await noteUpdate(tx, actor, before, fields);
  return {
    space: presentSpace({ ...before, ...fields, revision }),
    events: eventsFor(tx, actor, before.role !== null),
  };
}

/** Who can join is told by the name that the space has while it is public. */
async function noteUpdate(tx: Tx, actor: Actor, before: SpaceRow, fields: SpaceFields): Promise<void> {
  const { visibility, history } = fields;
  const after = { ...before, ...fields };
  const [opens, shows] = [visibility !== before.visibility, history !== before.history];
  if (shows) await noteAct(tx, actor, after, 'spaces.history_changed', { history });
  if (!opens) return shows ? undefined : noteOutside(tx, actor, after, 'changed');
  const open = visibility === 'public' ? after : before;
  await noteAct(tx, actor, open, 'spaces.visibility_changed', { visibility });
}

const BLANK: SpaceFields = {
  space_name: '',
  space_description: '',
  space_image: null,
  visibility: 'public',
  history: 'all',
};

type Given = { readonly [K in keyof SpaceFields]?: SpaceFields[K] | undefined };

const fieldsOf = (given: Given, otherwise: SpaceFields): SpaceFields => ({
  space_name: given.space_name ?? otherwise.space_name,
  space_description: given.space_description ?? otherwise.space_description,
  space_image: given.space_image === undefined ? otherwise.space_image : given.space_image,
  visibility: given.visibility ?? otherwise.visibility,
  history: given.history ?? otherwise.history,
});

const isSame = (fields: SpaceFields, row: SpaceRow): boolean =>
  fields.space_name === row.space_name &&
  fields.space_description === row.space_description &&
  fields.space_image === row.space_image &&
  fields.visibility === row.visibility &&
  fields.history === row.history;
