// What the rules of chat have to know of spaces.
import type { Space } from '#contract/chat.ts';
import type { Tx } from '../../../platform/db/database.ts';

/** What chat asks of spaces. Spaces imports chat, so this is handed in where the features are wired (server/registry.ts). */
export interface SpacePort {
  /** The spaces that the employee is a member of, as they see them, each with its sub-spaces in order. */
  spacesOf(tx: Tx, employee_id: string): Promise<Space[]>;
  /** True if what the employee is in the space allows them to delete what others wrote in it. */
  mayDeleteMessages(tx: Tx, space_id: string, employee_id: string): Promise<boolean>;
}
