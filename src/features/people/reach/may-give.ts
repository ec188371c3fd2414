// What the person at this device could give to others: what they hold themselves. The server decides; this only hides.
import { useQuery } from '@tanstack/react-query';
import { useSnapshot } from 'valtio';
import { app } from '#src/realtime/app.ts';
import { useClient } from '#src/realtime/hooks.ts';
import { personQuery } from '../queries.ts';
import type { Role } from '../roles/data.ts';

export interface MayGive {
  /** Whether they hold it themselves. */
  readonly one: (permission: string) => boolean;
  /**
   * Whether they hold all that the role allows, and of owners whether they are one. Who does not can neither change it nor decide
   * who has it.
   */
  readonly all: (role: Role) => boolean;
}

export function useMayGive(): MayGive {
  const held = new Set(useSnapshot(app.session.state).current?.permissions);
  const { data: me } = useQuery(personQuery(useClient().context.self));
  const one = (permission: string) => held.has(permission);
  // An admin may do as much as an owner, but make none.
  const owns = ({ built_in, role_id }: Role) => built_in !== 'owner' || me?.role_ids?.includes(role_id) === true;
  return { one, all: (role) => role.permissions.every(one) && owns(role) };
}
