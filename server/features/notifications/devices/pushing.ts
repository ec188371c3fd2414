// What other parts of notifications ask of devices: that something is pushed to people, and who has a device for it.
import { v7 as uuid } from 'uuid';
import type { Tx } from '../../../platform/db/database.ts';
import { livingSessions } from '../../auth/service.ts';
import { modulesOf } from '../../company/service.ts';
import { listReached } from './device-repo.ts';
import { insertPushes, type PushContent } from './push-repo.ts';

/** One push to all devices of one person. */
export interface NewPush extends PushContent {
  readonly employee_id: string;
  /** What has one tag is one notification: the later takes the place of the earlier. */
  readonly tag: string;
  /** Seconds after which nobody wants it any more; a day if it is not said. */
  readonly ttl?: number;
}

const DAY_S = 86_400;
/** Of all servers in this process: what delivers is told that there is something. */
const delivering = new Set<() => void>();

/** `wake` is called after each commit with something to push, until the function that is returned is called. */
export function onPushes(wake: () => void): () => void {
  delivering.add(wake);
  return () => void delivering.delete(wake);
}

/** Puts them into the transaction, one for each device that pushes can reach: sent if, and only if, it commits. */
export async function enqueuePushes(tx: Tx, pushes: readonly NewPush[]): Promise<void> {
  if (!pushes.length) return;
  const rows = pushes.map(({ employee_id, tag, ttl = DAY_S, ...content }) => ({
    push_id: uuid(),
    employee_id,
    tag,
    content,
    ttl,
  }));
  if (!(await insertPushes(tx, rows))) return;
  tx.afterCommit(() => {
    for (const wake of delivering) wake();
  });
}

/** Who of these people has a device that takes pushes, in a session that is not over. Nobody while the company has pushes switched off. */
export async function reachable(tx: Tx, employee_ids: readonly string[]): Promise<Set<string>> {
  if (!employee_ids.length) return new Set();
  const [modules, devices] = await Promise.all([modulesOf(tx), listReached(tx, employee_ids)]);
  if (!modules.includes('push')) return new Set();
  const living = await livingSessions(
    tx,
    devices.map((device) => device.session_id),
  );
  return new Set(devices.filter((device) => living.has(device.session_id)).map((device) => device.employee_id));
}
