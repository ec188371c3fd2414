// SQL of spaces as somebody sees them. Who is in a space stands in member-repo.ts, sub-spaces in sub-space-repo.ts.
import type { Space, SubSpace } from '#contract/chat.ts';
import type { SpaceRole } from '#contract/spaces/space-role.ts';
import type { Tx } from '../../platform/db/database.ts';

export interface SpaceFields {
  readonly space_name: string;
  readonly space_description: string;
  readonly space_image: string | null;
  readonly visibility: Space['visibility'];
  readonly history: Space['history'];
}

/** A space as one employee sees it. */
export interface SpaceRow extends SpaceFields {
  readonly space_id: string;
  readonly total_members: number;
  readonly created_by: string;
  /** Null if the employee is no member. */
  readonly role: Space['role'];
  /** What they are besides; of members only. */
  readonly space_role: SpaceRole | null;
  readonly join_status: Space['join_status'];
  /** The employee was invited by somebody who may let people in. */
  readonly opens: boolean;
  readonly revision: number;
  /** Those that the employee sees, archived ones too. */
  readonly sub_spaces: readonly SubSpace[];
}

// JSON has its own way with times: this is how the wire writes them.
const time = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const SUB_SPACES = `coalesce((SELECT json_agg(json_build_object('sub_space_id', b.sub_space_id, 'space_id', b.space_id,
    'company_id', b.company_id, 'sub_space_name', b.sub_space_name, 'sub_space_description', b.sub_space_description,
    'is_default', b.is_default, 'is_private', b.is_private, 'position', b.position, 'archived_at', ${time('b.archived_at')},
    'created_at', ${time('b.created_at')}) ORDER BY b.position)
  FROM sub_space b WHERE b.company_id = $1 AND b.space_id = s.space_id AND (NOT b.is_private OR EXISTS (
    SELECT FROM sub_space_member p WHERE p.company_id = $1 AND p.sub_space_id = b.sub_space_id AND p.employee_id = $2))), '[]'::json)`;
/** The role of a row of `space_member` as the contract has it. */
export const spaceRoleOf = (member: string) => `(SELECT json_build_object('space_role_id', r.space_role_id,
    'space_id', r.space_id, 'space_role_name', r.space_role_name, 'actions', r.actions)
  FROM space_role r WHERE r.company_id = $1 AND r.space_role_id = ${member}.space_role_id)`;
const VIEW = `SELECT s.space_id, s.space_name, s.space_description, s.space_image, s.visibility, s.history, s.total_members, s.created_by, m.role,
    ${spaceRoleOf('m')} AS space_role,
    CASE WHEN m.role IS NULL THEN j.status ELSE 'accepted' END AS join_status, coalesce(j.opens, false) AS opens,
    coalesce((SELECT t.revision FROM topic t WHERE t.company_id = $1 AND t.topic = 'space:' || s.space_id), 0) AS revision,
    ${SUB_SPACES} AS sub_spaces
  FROM space s LEFT JOIN space_member m ON m.company_id = $1 AND m.space_id = s.space_id AND m.employee_id = $2
  LEFT JOIN space_joining j ON j.company_id = $1 AND j.space_id = s.space_id AND j.employee_id = $2
  WHERE s.company_id = $1`;

const ONE = `${VIEW} AND s.space_id = $3`;
const HOLD = 'SELECT 1 FROM space WHERE company_id = $1 AND space_id = $2 FOR NO KEY UPDATE';

/** As the employee sees it, whether or not they may. */
export async function findSpace(tx: Tx, employee_id: string, space_id: string): Promise<SpaceRow | undefined> {
  const [row] = await tx.query<SpaceRow>(ONE, [tx.company_id, employee_id, space_id]);
  return row;
}

/** The same, with the space and its members held until the commit. */
export async function holdSpace(tx: Tx, employee_id: string, space_id: string): Promise<SpaceRow | undefined> {
  // Two statements in one packet: the second sees what was committed while the first waited.
  const [, row] = await Promise.all([tx.query(HOLD, [tx.company_id, space_id]), findSpace(tx, employee_id, space_id)]);
  return row;
}

const MINE = `${VIEW} AND m.role IS NOT NULL ORDER BY lower(s.space_name) COLLATE "C", s.space_id`;

export const listOwnSpaces = (tx: Tx, employee_id: string): Promise<SpaceRow[]> =>
  tx.query(MINE, [tx.company_id, employee_id]);

const VISIBLE = `${VIEW} AND (m.role IS NOT NULL OR s.visibility = 'public' OR j.status IS NOT NULL)
    AND position(lower($3) IN lower(s.space_name)) > 0
    AND (lower(s.space_name) COLLATE "C", s.space_id) > (lower($4) COLLATE "C", $5::uuid)
  ORDER BY lower(s.space_name) COLLATE "C", s.space_id LIMIT $6`;

/** Name and id of the last space of the page before. */
export type Place = readonly [space_name: string, space_id: string];
const START: Place = ['', '00000000-0000-0000-0000-000000000000'];

/** Those that the employee sees whose name has `query` in it, by name. */
export const listVisibleSpaces = (
  tx: Tx,
  employee_id: string,
  query: string,
  place: Place | null,
  limit: number,
): Promise<SpaceRow[]> => tx.query(VISIBLE, [tx.company_id, employee_id, query, ...(place ?? START), limit]);

const INVITED = `SELECT v.*, j.invited_by, j.since FROM (${VIEW} AND j.status = 'invited') AS v
  JOIN space_joining j ON j.company_id = $1 AND j.space_id = v.space_id AND j.employee_id = $2
  WHERE v.role IS NULL ORDER BY j.since DESC, v.space_id LIMIT $3`;

export interface InvitedRow extends SpaceRow {
  readonly invited_by: string | null;
  readonly since: string;
}

/** Those that the employee is invited to, latest first. */
export const listInvited = (tx: Tx, employee_id: string, limit: number): Promise<InvitedRow[]> =>
  tx.query(INVITED, [tx.company_id, employee_id, limit]);

const INSERT = `INSERT INTO space (company_id, space_id, space_name, space_description, space_image, visibility, history, created_by)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (company_id, space_id) DO NOTHING RETURNING 1`;

/** False if the id is taken. */
export const insertSpace = async (
  tx: Tx,
  space_id: string,
  fields: SpaceFields,
  created_by: string,
): Promise<boolean> =>
  (
    await tx.query(INSERT, [
      tx.company_id,
      space_id,
      fields.space_name,
      fields.space_description,
      fields.space_image,
      fields.visibility,
      fields.history,
      created_by,
    ])
  ).length > 0;

const IMAGES = 'SELECT DISTINCT space_image FROM space WHERE company_id = $1 AND space_image = ANY($2)';

/** Those of the addresses that are a space's image. */
export const findImages = async (tx: Tx, urls: readonly string[]): Promise<string[]> =>
  (await tx.query<{ space_image: string }>(IMAGES, [tx.company_id, urls])).map((row) => row.space_image);

const UPDATE = `UPDATE space SET space_name = $3, space_description = $4, space_image = $5, visibility = $6, history = $7
  WHERE company_id = $1 AND space_id = $2`;

export const updateSpaceRow = (tx: Tx, space_id: string, fields: SpaceFields): Promise<object[]> =>
  tx.query(UPDATE, [
    tx.company_id,
    space_id,
    fields.space_name,
    fields.space_description,
    fields.space_image,
    fields.visibility,
    fields.history,
  ]);
