// What the person at this device could give to others: what they hold themselves. The server decides; this only hides.
import { useSnapshot } from 'valtio';
import { app } from '#src/realtime/app.ts';
import type { Role } from './data.ts';

export interface MayGive {
  /** Whether they hold it themselves. */
  readonly one: (permission: string) => boolean;
  /** Whether they hold all that the role allows. Who does not can neither change it nor decide who has it. */
  readonly all: (role: Role) => boolean;
}

export function useMayGive(): MayGive {
  const held = new Set(useSnapshot(app.session.state).current?.permissions);
  const one = (permission: string) => held.has(permission);
  return { one, all: ({ permissions }) => permissions.every(one) };
}
