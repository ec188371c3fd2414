// The cases of groups; those of what is said in them are the ones of messages, by an address that is a group.
import { v7 as uuid } from 'uuid';
import * as groups from '#contract/chat/groups.ts';
import { addPerson } from '../../kit/factory.ts';
import { newGroup, type Side, some } from '../world.ts';
import { entry } from './case.ts';

const inIt = { byAnybody: 'who is in a group keeps order in it' };
/** One that nothing else changes. */
const fresh = async ({ app, owner, member, word }: Side) =>
  newGroup(owner, [member, await addPerson(app, owner)], `${word} ${some()}`);

export const readGroup = ({ group_id }: Side) => ({
  input: { entity_type: 'group' as const, entity_id: group_id, limit: '10' },
});

export const groupCases = [
  entry(groups.createGroup, { byAnybody: 'everybody may write to colleagues' })(
    async ({ app, owner, member, word }) => ({
      input: {
        conversation_id: uuid(),
        employee_ids: [member.employee_id, (await addPerson(app, owner)).employee_id],
        name: `${word} ${some()}`,
      },
    }),
  ),
  entry(
    groups.renameGroup,
    inIt,
  )(async (side) => ({ input: { conversation_id: await fresh(side), name: `${side.word} ${some()}` } })),
  entry(
    groups.addToGroup,
    inIt,
  )(async (side) => ({
    input: { conversation_id: await fresh(side), employee_ids: [(await addPerson(side.app, side.owner)).employee_id] },
  })),
  entry(groups.leaveGroup, inIt)(async (side) => ({ input: { conversation_id: await fresh(side) } })),
];
