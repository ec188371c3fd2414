// How far the person at this device reaches over a colleague: what the server would refuse is not offered.
import { useQuery } from '@tanstack/react-query';
import { useMay } from '#src/realtime/hooks.ts';
import { type Role, rolesQuery } from '../roles/data.ts';
import { mayEnd } from './may-end.ts';
import { type MayGive, useMayGive } from './may-give.ts';
import { useMayManage } from './may-manage.ts';

export interface Reach {
  /** Switching their account off and on, removing them, having their data put together for them. */
  readonly ends: boolean;
  /** They may do nothing that one may not oneself: changing their address, resetting their second factor. */
  readonly covers: boolean;
}

/** @param role_ids what they hold. Nothing is offered before the roles are known, nor to who manages nobody. */
export function useReach(role_ids: readonly string[] = []): Reach {
  const give = useMayGive();
  const manages = useMay('roles.manage');
  const reaches = useMayManage();
  const { data: roles } = useQuery({ ...rolesQuery, enabled: reaches });
  if (!reaches || !roles) return { ends: false, covers: false };
  const held = roles.filter(({ role_id }) => role_ids.includes(role_id));
  return { ends: reachesEnd(roles, held, { give, roles: manages }), covers: held.every((role) => give.all(role)) };
}

/** `Reach.ends` over somebody who holds these of all the roles. */
export function reachesEnd(
  roles: readonly Role[],
  held: readonly Role[],
  may: { readonly give: MayGive; readonly roles: boolean },
): boolean {
  // Who could make an owner is one.
  const owner = roles.some((role) => role.built_in === 'owner' && may.give.all(role));
  return mayEnd({ owner, roles: may.roles }, held);
}
