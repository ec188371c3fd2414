// The cases of spaces and of joining them; the others stand in cases.ts.

import { v7 as uuid } from 'uuid';
import { listFiles } from '#contract/chat/attachments.ts';
import { listPins, pin } from '#contract/chat/marks/marks.ts';
import { send } from '#contract/chat.ts';
import * as invitations from '#contract/spaces/invitations.ts';
import * as joining from '#contract/spaces/joining.ts';
import * as roles from '#contract/spaces/roles.ts';
import { spaceAction } from '#contract/spaces/space-role.ts';
import * as spaces from '#contract/spaces.ts';
import { upload } from '../../kit/files.ts';
import { newSpace, newSpaceRole, paragraph, type Side, some } from '../world.ts';
import { entry } from './case.ts';

const member = (side: Side) => side.member;
const stranger = (side: Side) => side.stranger;
const aboutSpace = (side: Side) => ({
  space_name: `${side.word} ${some()}`,
  space_description: `${side.word} about`,
  space_image: '/files/space.png',
});
const spaceWith = (side: Side) => newSpace(side, 'private', [side.member.employee_id]);
export const spacesCases = [
  entry(spaces.list)(
    async (side) => ({ input: { query: side.word, limit: '10' } }),
    async (side) => {
      const { next_cursor } = await side.owner.call(spaces.list, { limit: '1' });
      return { input: { limit: '1', cursor: next_cursor ?? '' } };
    },
    () => ({ input: { limit: '100' } }),
  ),
  entry(spaces.get)(({ space_id }) => ({ input: { space_id, link_code: some() } })),
  entry(spaces.create)((side) => ({
    input: {
      space_id: uuid(),
      ...aboutSpace(side),
      visibility: 'private',
      history: 'joined',
      employee_ids: [side.member.employee_id],
    },
  })),
  entry(spaces.update, { notBy: member })(async (side) => ({
    input: { space_id: await spaceWith(side), ...aboutSpace(side), visibility: 'public', history: 'joined' },
  })),
  entry(spaces.join, { byAnybody: 'a space that is seen can be joined' })(async (side) => ({
    by: side.stranger,
    input: { space_id: await newSpace(side, 'public', []), link_code: some() },
  })),
  entry(spaces.leave, { byAnybody: 'who is in can go' })(async (side) => ({
    by: side.member,
    input: { space_id: await spaceWith(side) },
  })),
  entry(spaces.listMembers)(async ({ owner, space_id }) => {
    const { next_cursor } = await owner.call(spaces.listMembers, { space_id, limit: '1' });
    return { input: { space_id, limit: '1', cursor: next_cursor ?? '' } };
  }),
  entry(spaces.addMembers, { notBy: member })(async (side) => ({
    input: { space_id: await spaceWith(side), employee_ids: [side.stranger.employee_id] },
  })),
  entry(spaces.updateMember, { notBy: member })(async (side) => {
    const space_id = await spaceWith(side);
    const space_role_id = await newSpaceRole(side, space_id);
    return { input: { space_id, employee_id: side.member.employee_id, role: 'member', space_role_id } };
  }),
  entry(spaces.removeMember, { notBy: member })(async (side) => {
    const { employee_id } = side.stranger;
    return {
      input: { space_id: await newSpace(side, 'private', [side.member.employee_id, employee_id]), employee_id },
    };
  }),
  entry(spaces.createSubSpace, { notBy: member })(async (side) => ({
    input: {
      space_id: await spaceWith(side),
      sub_space_id: uuid(),
      sub_space_name: `${side.word} ${some()}`,
      sub_space_description: side.word,
      is_private: true,
      employee_ids: [side.member.employee_id],
    },
  })),
  entry(spaces.updateSubSpace, { notBy: member })(async (side) => {
    const sub_space_id = uuid();
    const space_id = await spaceWith(side);
    await side.owner.call(spaces.createSubSpace, { space_id, sub_space_id, sub_space_name: side.word });
    return { input: { sub_space_id, sub_space_name: `${side.word} ${some()}`, sub_space_description: side.word } };
  }),
  entry(spaces.archiveSubSpace, { notBy: member })(async (side) => ({
    input: { sub_space_id: await subSpaceIn(side, await spaceWith(side)), archived: true },
  })),
  entry(spaces.moveSubSpaces, { notBy: member })(async (side) => {
    const space_id = await spaceWith(side);
    const [first, second] = [await subSpaceIn(side, space_id), await subSpaceIn(side, space_id)];
    return { input: { space_id, sub_space_ids: [second, first] } };
  }),
  entry(spaces.listSubSpaceMembers)(async (side) => ({
    input: { sub_space_id: await subSpaceIn(side, await spaceWith(side), [side.member.employee_id]) },
  })),
  entry(spaces.addSubSpaceMembers, { notBy: member })(async (side) => {
    const [one, other] = [side.member.employee_id, side.stranger.employee_id];
    const space_id = await newSpace(side, 'private', [one, other]);
    return { input: { sub_space_id: await subSpaceIn(side, space_id, [one]), employee_ids: [other] } };
  }),
  entry(spaces.removeSubSpaceMember, { notBy: member })(async (side) => {
    const [one, other] = [side.member.employee_id, side.stranger.employee_id];
    const space_id = await newSpace(side, 'private', [one, other]);
    return { input: { sub_space_id: await subSpaceIn(side, space_id, [one, other]), employee_id: other } };
  }),
];

async function subSpaceIn({ owner, word }: Side, space_id: string, employee_ids?: string[]): Promise<string> {
  const sub_space_id = uuid();
  const given = { space_id, sub_space_id, sub_space_name: `${word} ${some()}` };
  await owner.call(spaces.createSubSpace, { ...given, ...(employee_ids && { is_private: true, employee_ids }) });
  return sub_space_id;
}

/** The stranger is invited to it. */
async function invitedTo(side: Side, visibility: 'public' | 'private'): Promise<string> {
  const space_id = await newSpace(side, visibility, [side.member.employee_id]);
  await side.owner.call(joining.invite, { space_id, employee_ids: [side.stranger.employee_id] });
  return space_id;
}

export const joiningCases = [
  entry(joining.getLink, { notBy: stranger })(async (side) => ({
    input: { space_id: await newSpace(side, 'public', []) },
  })),
  entry(joining.listRequests, { notBy: member })(async (side) => ({
    input: { space_id: await invitedTo(side, 'private') },
  })),
  entry(joining.answerRequest, { notBy: member })(async (side) => ({
    input: { space_id: await invitedTo(side, 'private'), employee_id: side.stranger.employee_id, accept: false },
  })),
  entry(joining.withdraw, { byAnybody: 'what one has asked is always one’s own' })(async (side) => ({
    by: side.stranger,
    input: { space_id: await invitedTo(side, 'public') },
  })),
  entry(joining.invite, { notBy: stranger })(async (side) => ({
    input: { space_id: await newSpace(side, 'public', []), employee_ids: [side.member.employee_id] },
  })),
  entry(invitations.listInvitations)(() => ({ input: {} })),
];

const words = ({ word }: Side) => ({ space_role_name: `${word} ${some()}` });
const everyAction = () => [...spaceAction.options];

export const spaceRoleCases = [
  entry(roles.listRoles)(({ space_id }) => ({ input: { space_id } })),
  entry(roles.createRole, { notBy: member })(async (side) => ({
    input: { space_id: await spaceWith(side), space_role_id: uuid(), ...words(side), actions: everyAction() },
  })),
  entry(roles.updateRole, { notBy: member })(async (side) => ({
    input: {
      space_role_id: await newSpaceRole(side, await spaceWith(side)),
      ...words(side),
      actions: everyAction(),
    },
  })),
  entry(roles.deleteRole, { notBy: member })(async (side) => ({
    input: { space_role_id: await newSpaceRole(side, await spaceWith(side)) },
  })),
];

/** Two messages of the sub-space with a file, which are pinned. */
async function keepTwo({ owner, word, space_id, sub_space_id }: Side): Promise<void> {
  for (let n = 0; n < 2; n++) {
    const { file_id } = await upload(owner, word, { folder: 'chat', name: `${word} ${some()}.txt` });
    const at = { entity_type: 'space', entity_id: space_id, sub_space_id } as const;
    const said = { message_id: uuid(), body: paragraph(`${word} ${some()}`), attachments: [{ file_id }] };
    await owner.call(send, { ...at, ...said });
    await owner.call(pin, { message_id: said.message_id });
  }
}
const whole = ({ space_id }: Side) =>
  ({ entity_type: 'space', entity_id: space_id, whole_space: 'true', limit: '1' }) as const;
/** Forms of the lists of a conversation that can also be had of a whole space. */
export const filesOfSpace = async (side: Side) => {
  await keepTwo(side);
  const { next_cursor } = await side.owner.call(listFiles, whole(side));
  return { input: { ...whole(side), cursor: next_cursor ?? '' } };
};
export const pinsOfSpace = async (side: Side) => {
  await keepTwo(side);
  const { next_cursor } = await side.owner.call(listPins, whole(side));
  return { input: { ...whole(side), cursor: next_cursor ?? '' } };
};
