// Delivers what waits, several at once: a push is taken for a minute, and nobody holds a transaction while the push service is asked.
// Right before it is sent it is asked whether it is still for somebody: the session lives, the account is active, it is not read, it is
// not quiet with them.
import type { Tx } from '../../../platform/db/database.ts';
import type { Context } from '../../../platform/feature.ts';
import type { PushOutcome } from '../../../platform/push/outcome.ts';
import { livingSessions, loadCompany } from '../../auth/service.ts';
import { isActive } from '../../people/service.ts';
import { type Waiting, wait } from '../telling/due-repo.ts';
import { noteCleared } from '../telling/shown/clearing.ts';
import { findDevice, forgetDevice } from './device-repo.ts';
import { dropPush, endPush, type PushRow, postponePushes, type SentContent, takePush } from './push-repo.ts';
import { onPushes } from './pushing.ts';
import { type Destination, destinationOf, note, type Sender } from './sending.ts';

/** What other servers have taken and not finished, and what was put off, is looked for so often. */
const LOOK_MS = 5_000;
const AT_ONCE = 10;
/** Of one person: who has many devices that do not answer keeps the others' pushes from nothing. */
const AT_ONCE_EACH = 2;
const FIRST_WAIT_S = 5;
const MOST_WAIT_S = 3_600;

/** What is said, and for how many seconds a push service may keep it; or who waits for it until it is quiet no more. */
type Judged = { readonly content: SentContent; readonly ttl: number } | { readonly later: Waiting };

/** Null if it has been read meanwhile, may not be seen any more, or is not wanted: then it is not sent. */
export type Judge = (
  tx: Tx,
  push: Pick<PushRow, 'employee_id' | 'tag' | 'content' | 'created_at' | 'seconds_left'>,
) => Promise<Judged | null>;

type Needs = Pick<Context, 'db' | 'log' | 'metrics'>;

/** From now on. Returns the way to end it, which waits for what is being sent. */
export function keepDelivering(context: Needs, ready: () => Promise<Sender>, judge: Judge): () => Promise<void> {
  const { db, log } = context;
  const running = new Map<Promise<void>, string>();
  let taking: Promise<void> | undefined;
  let again = false;
  let stopped = false;

  const busy = () => {
    const people = [...running.values()];
    return [...new Set(people)].filter((id) => people.filter((one) => one === id).length >= AT_ONCE_EACH);
  };
  /** Where even this fails, it is due again in a minute. */
  const giveBack = async (push: PushRow): Promise<void> => {
    try {
      await db.company(push.company_id, (tx) => postponePushes(tx, push, waitOf(push.attempts, undefined)));
    } catch (error) {
      log.error({ err: error, push_id: push.push_id }, 'push');
    }
  };
  const begin = (push: PushRow) => {
    const one: Promise<void> = deliver(context, ready, judge, push)
      .then((wait_s) => {
        if (wait_s !== null && wait_s * 1_000 < LOOK_MS) setTimeout(wake, wait_s * 1_000 + 20).unref();
      })
      .catch((error: unknown) => {
        log.error({ err: error, push_id: push.push_id }, 'push');
        return giveBack(push);
      })
      .finally(() => {
        running.delete(one);
        wake();
      });
    running.set(one, push.employee_id);
  };
  // One hand takes all: nobody is counted as free twice.
  const takeAll = async () => {
    while (again && !stopped) {
      again = false;
      while (!stopped && running.size < AT_ONCE) {
        const push = await db.system((tx) => takePush(tx, busy()));
        if (!push) break;
        begin(push);
      }
    }
  };
  const wake = () => {
    again = true;
    if (taking || stopped) return;
    taking = takeAll()
      .catch((error: unknown) => log.error({ err: error }, 'push queue'))
      .finally(() => {
        taking = undefined;
        if (again) wake();
      });
  };

  const forget = onPushes(wake);
  const looking = setInterval(wake, LOOK_MS);
  looking.unref();
  wake();
  return async () => {
    stopped = true;
    forget();
    clearInterval(looking);
    await taking;
    await Promise.all(running.keys());
  };
}

/** Answers in how many seconds it is to be tried again, or null if that is done with. */
async function deliver(
  { db, log, metrics }: Needs,
  ready: () => Promise<Sender>,
  judge: Judge,
  push: PushRow,
): Promise<number | null> {
  const { company_id, push_id } = push;
  const found = await db.company(company_id, (tx) => receiverOf(tx, judge, push));
  if (!found) return null;
  const { to, content, ttl } = found;
  const { send, write } = await ready();
  const manner = { urgency: content.urgency ?? 'normal', ttl };
  let outcome: PushOutcome;
  try {
    outcome = await send(to, await write({ ...push, content }), manner);
  } catch (error) {
    // What cannot be written cannot be written a minute later either.
    log.error({ err: error, push_id }, 'push');
    outcome = { kind: 'refused', status: null, reason: 'It could not be written' };
  }
  metrics.push(outcome.kind);
  if (outcome.ours)
    log.warn({ reason: outcome.reason, push_service: to.service }, 'a push service refuses this server');
  const wait_s = outcome.kind === 'later' ? waitOf(push.attempts, outcome.retry_after) : null;
  await db.company(company_id, async (tx) => {
    await note(tx, { ...push, address_hash: to.address_hash }, outcome);
    // Before the push, as whoever queues one does: nobody waits for somebody who waits for them.
    if (outcome.kind === 'accepted') await noteCleared(tx, push.employee_id, content.clear ?? []);
    if (wait_s !== null) await postponePushes(tx, push, wait_s);
    else await (outcome.kind === 'accepted' ? endPush : dropPush)(tx, push);
  });
  return wait_s;
}

interface Receiver {
  readonly to: Destination;
  readonly content: SentContent;
  readonly ttl: number;
}

/** Where it goes, and what is said there; undefined, and it is taken away, if it is for nobody (any more, or just now). */
async function receiverOf(tx: Tx, judge: Judge, push: PushRow): Promise<Receiver | undefined> {
  const { session_id, employee_id, seconds_left } = push;
  const [company, device, living, active, judged] = await Promise.all([
    loadCompany(tx),
    findDevice(tx, push),
    livingSessions(tx, [session_id]),
    isActive(tx, employee_id),
    judge(tx, push),
  ]);
  // Suspended: its devices are known again once it is not.
  if (company.status !== 'ACTIVE') {
    await dropPush(tx, push);
    return undefined;
  }
  if (!living.has(session_id) || !active) {
    await forgetDevice(tx, push);
    return undefined;
  }
  const to = device && destinationOf(device);
  // Too late for a push is not too late for what waits until it is quiet no more.
  if (to && judged) {
    if ('later' in judged) await wait(tx, [judged.later]);
    else if (seconds_left > 0) return { to, ...judged };
  }
  await dropPush(tx, push);
  return undefined;
}

const waitOf = (attempts: number, asked: number | undefined): number =>
  asked === undefined
    ? Math.min(MOST_WAIT_S, FIRST_WAIT_S * 2 ** (attempts - 1))
    : Math.max(asked, Math.min(MOST_WAIT_S, 2 ** (attempts - 1)));
