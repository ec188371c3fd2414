// SQL of the roles that a space's admins define. Who has which stands with the members.
import type { SpaceRole } from '#contract/spaces/space-role.ts';
import type { Tx } from '../../../platform/db/database.ts';

export type SpaceRoleRow = SpaceRole & { readonly created_by: string };

const COLUMNS = 'space_role_id, space_id, space_role_name, actions, created_by';

const FIND = `SELECT ${COLUMNS} FROM space_role WHERE company_id = $1 AND space_role_id = $2`;

/** Looks past who may see it. */
export async function findSpaceRole(tx: Tx, space_role_id: string): Promise<SpaceRole | undefined> {
  const row = await findRoleRow(tx, space_role_id);
  return row && presentRole(row);
}

/** The same, with who made it. */
export async function findRoleRow(tx: Tx, space_role_id: string): Promise<SpaceRoleRow | undefined> {
  const [row] = await tx.query<SpaceRoleRow>(FIND, [tx.company_id, space_role_id]);
  return row;
}

export const presentRole = ({ created_by: _, ...role }: SpaceRoleRow): SpaceRole => role;

const OF_SPACE = `SELECT ${COLUMNS} FROM space_role WHERE company_id = $1 AND space_id = $2
  ORDER BY lower(space_role_name) COLLATE "C", space_role_id`;

/** By name. */
export const listSpaceRoles = async (tx: Tx, space_id: string): Promise<SpaceRole[]> =>
  (await tx.query<SpaceRoleRow>(OF_SPACE, [tx.company_id, space_id])).map(presentRole);

const INSERT = `INSERT INTO space_role (company_id, space_role_id, space_id, space_role_name, actions, created_by)
  VALUES ($1, $2, $3, $4, $5, $6)`;

export const insertSpaceRole = (tx: Tx, role: SpaceRole, created_by: string): Promise<object[]> =>
  tx.query(INSERT, [tx.company_id, role.space_role_id, role.space_id, role.space_role_name, role.actions, created_by]);

const UPDATE = `UPDATE space_role SET space_role_name = $3, actions = $4 WHERE company_id = $1 AND space_role_id = $2`;

export const updateSpaceRole = (tx: Tx, { space_role_id, space_role_name, actions }: SpaceRole): Promise<object[]> =>
  tx.query(UPDATE, [tx.company_id, space_role_id, space_role_name, actions]);

const FREE = `UPDATE space_member SET space_role_id = NULL WHERE company_id = $1 AND space_id = $2 AND space_role_id = $3`;
const DELETE = 'DELETE FROM space_role WHERE company_id = $1 AND space_role_id = $2';

/** Who had it is a plain member. The space is held by the caller: nobody is given it meanwhile. */
export async function deleteSpaceRole(tx: Tx, { space_id, space_role_id }: SpaceRole): Promise<void> {
  await Promise.all([
    tx.query(FREE, [tx.company_id, space_id, space_role_id]),
    tx.query(DELETE, [tx.company_id, space_role_id]),
  ]);
}
