// The endpoints of spaces, their roles and joining them → their rules. Nothing is decided here.
import * as invitations from '#contract/spaces/invitations.ts';
import * as joining from '#contract/spaces/joining.ts';
import * as roles from '#contract/spaces/roles.ts';
import * as contract from '#contract/spaces.ts';
import { implement, type Route } from '../../platform/feature.ts';
import { answerRequest, getLink, invite, listInvitations, listRequests, withdraw } from './joining/joining.ts';
import { addMembers, join, leave, listMembers, removeMember, updateMember } from './members/members.ts';
import { createRole, deleteRole, listRoles, updateRole } from './roles/roles.ts';
import { create, get, list, update } from './spaces.ts';
import { addSubSpaceMembers, listSubSpaceMembers, removeSubSpaceMember } from './sub-spaces/sub-space-members.ts';
import { archiveSubSpace, createSubSpace, moveSubSpaces, updateSubSpace } from './sub-spaces/sub-spaces.ts';

export const spacesRoutes = (): Route[] => [
  ...implement(contract, {
    list: ({ tx, actor }, input) => list(tx, actor, input),
    get: ({ tx, actor }, input) => get(tx, actor, input),
    create: ({ tx, actor }, input) => create(tx, actor, input),
    update: ({ tx, actor }, input) => update(tx, actor, input),
    join: ({ tx, actor }, input) => join(tx, actor, input),
    leave: ({ tx, actor }, input) => leave(tx, actor, input),
    listMembers: ({ tx, actor }, input) => listMembers(tx, actor, input),
    addMembers: ({ tx, actor }, input) => addMembers(tx, actor, input),
    updateMember: ({ tx, actor }, input) => updateMember(tx, actor, input),
    removeMember: ({ tx, actor }, input) => removeMember(tx, actor, input),
    createSubSpace: ({ tx, actor }, input) => createSubSpace(tx, actor, input),
    updateSubSpace: ({ tx, actor }, input) => updateSubSpace(tx, actor, input),
    archiveSubSpace: ({ tx, actor }, input) => archiveSubSpace(tx, actor, input),
    moveSubSpaces: ({ tx, actor }, input) => moveSubSpaces(tx, actor, input),
    listSubSpaceMembers: ({ tx, actor }, input) => listSubSpaceMembers(tx, actor, input),
    addSubSpaceMembers: ({ tx, actor }, input) => addSubSpaceMembers(tx, actor, input),
    removeSubSpaceMember: ({ tx, actor }, input) => removeSubSpaceMember(tx, actor, input),
  }),
  ...implement(joining, {
    getLink: ({ tx, actor }, input) => getLink(tx, actor, input),
    listRequests: ({ tx, actor }, input) => listRequests(tx, actor, input),
    answerRequest: ({ tx, actor }, input) => answerRequest(tx, actor, input),
    withdraw: ({ tx, actor }, input) => withdraw(tx, actor, input),
    invite: ({ tx, actor }, input) => invite(tx, actor, input),
  }),
  ...implement(invitations, { listInvitations: ({ tx, actor }) => listInvitations(tx, actor) }),
  ...implement(roles, {
    listRoles: ({ tx, actor }, input) => listRoles(tx, actor, input),
    createRole: ({ tx, actor }, input) => createRole(tx, actor, input),
    updateRole: ({ tx, actor }, input) => updateRole(tx, actor, input),
    deleteRole: ({ tx, actor }, input) => deleteRole(tx, actor, input),
  }),
];
