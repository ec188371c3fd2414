// What can be changed about a space from beside its conversation. All of it needs a connection; the answers carry the events
// that change the list of conversations.
import { v7 as uuid } from 'uuid';
import type { RequestOf } from '#contract/kernel/endpoint.ts';
import * as contract from '#contract/spaces.ts';
import { app } from '#src/realtime/app.ts';

export const updateSpace = (input: RequestOf<typeof contract.update>) => app.call(contract.update, input);

export const addMembers = (space_id: string, employee_ids: readonly string[]) =>
  app.call(contract.addMembers, { space_id, employee_ids: [...employee_ids] });

export const setRole = (space_id: string, employee_id: string, role: 'admin' | 'member') =>
  app.call(contract.updateMember, { space_id, employee_id, role });

export const removeMember = (space_id: string, employee_id: string) =>
  app.call(contract.removeMember, { space_id, employee_id });

export const leaveSpace = (space_id: string) => app.call(contract.leave, { space_id });
export const joinSpace = (space_id: string) => app.call(contract.join, { space_id });

export const newSubSpaceId = (): string => uuid();
/** With the same id again it answers the sub-space that is there. */
export const createSubSpace = (input: RequestOf<typeof contract.createSubSpace>) =>
  app.call(contract.createSubSpace, input);
export const updateSubSpace = (input: RequestOf<typeof contract.updateSubSpace>) =>
  app.call(contract.updateSubSpace, input);
