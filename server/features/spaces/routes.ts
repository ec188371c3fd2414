// The endpoints of spaces → their rules. Nothing is decided here.
import * as contract from '#contract/spaces.ts';
import { implement, type Route } from '../../platform/feature.ts';
import { addMembers, join, leave, listMembers, removeMember, updateMember } from './members.ts';
import { create, get, list, update } from './spaces.ts';
import { createSubSpace, updateSubSpace } from './sub-spaces.ts';

export const spacesRoutes = (): Route[] =>
  implement(contract, {
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
  });
