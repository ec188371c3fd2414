// What an identity provider wishes of a person or a group. Left out stays as it is.

export interface PersonWish {
  readonly work_email?: string | undefined;
  readonly first_name?: string | undefined;
  readonly last_name?: string | undefined;
  readonly position_title?: string | undefined;
  readonly phone_number?: string | undefined;
  readonly manager_id?: string | null | undefined;
  /** By name; made if there is none. */
  readonly department?: string | null | undefined;
  readonly external_id?: string | null | undefined;
  /** Empty: none. */
  readonly employee_number?: string | undefined;
  readonly active?: boolean | undefined;
}

export interface NewPerson extends PersonWish {
  readonly work_email: string;
  readonly first_name: string;
  readonly last_name: string;
}

/** Told of each field that could not be carried out while the rest was. */
export type LeaveOut = (field: string) => void;

/** Done one after the other. `set`: these and nobody else. */
export interface MemberStep {
  readonly kind: 'add' | 'remove' | 'set';
  readonly employee_ids: readonly string[];
}

export interface GroupWish {
  readonly name?: string | undefined;
  readonly external_id?: string | null | undefined;
  readonly steps: readonly MemberStep[];
}
