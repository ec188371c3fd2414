// Delivers what waits, several at once: a push is taken for a minute, and nobody holds a transaction while the push service is asked.
// Right before it is sent it is asked whether it is still for somebody: the session lives, the account is active, it is not read.
import type { PushData } from '#contract/notifications/push.ts';
import type { Tx } from '../../../platform/db/database.ts';
import type { Context } from '../../../platform/feature.ts';
import type { PushOutcome } from '../../../platform/push/outcome.ts';
import { livingSessions, loadCompany } from '../../auth/service.ts';
import { isActive } from '../../people/service.ts';
import { findDevice, forgetDevice } from './device-repo.ts';
import { endPush, type PushRow, postponePushes, takePush } from './push-repo.ts';
import { onPushes } from './pushing.ts';
import { destinationOf, note, type Sender } from './sending.ts';

/** What other servers have taken and not finished, and what was put off, is looked for so often. */
const LOOK_MS = 5_000;
const AT_ONCE = 10;
/** Of one person: who has many devices that do not answer keeps the others' pushes from nothing. */
const AT_ONCE_EACH = 2;
const FIRST_WAIT_S = 5;
const MOST_WAIT_S = 3_600;

/** False if it has been read meanwhile, or may not be seen any more: then it is not sent. */
export type IsWanted = (
  tx: Tx,
  push: {
    readonly employee_id: string;
    readonly kind: string;
    readonly tag: string;
    readonly message: PushData['message'];
    readonly notification_id: string | undefined;
  },
) => Promise<boolean>;

type Needs = Pick<Context, 'db' | 'log' | 'metrics'>;

/** From now on. Returns the way to end it, which waits for what is being sent. */
export function keepDelivering(context: Needs, ready: () => Promise<Sender>, isWanted: IsWanted): () => Promise<void> {
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
    const one: Promise<void> = deliver(context, ready, isWanted, push)
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
  isWanted: IsWanted,
  push: PushRow,
): Promise<number | null> {
  const { company_id, push_id, content, seconds_left } = push;
  const to = await db.company(company_id, (tx) => receiverOf(tx, isWanted, push));
  if (!to) return null;
  const { send, write } = await ready();
  const manner = { urgency: content.urgency ?? 'normal', ttl: seconds_left };
  let outcome: PushOutcome;
  try {
    outcome = await send(to, await write(push), manner);
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
    if (wait_s === null) await endPush(tx, push);
    else await postponePushes(tx, push, wait_s);
  });
  return wait_s;
}

/** Where it goes; undefined, and it is taken away, if it is for nobody any more. */
async function receiverOf(tx: Tx, isWanted: IsWanted, push: PushRow) {
  const { session_id, employee_id, tag, content, seconds_left } = push;
  const { kind, message, notification_id } = content;
  if (seconds_left <= 0) {
    await endPush(tx, push);
    return undefined;
  }
  const [company, device, living, active, wanted] = await Promise.all([
    loadCompany(tx),
    findDevice(tx, push),
    livingSessions(tx, [session_id]),
    isActive(tx, employee_id),
    isWanted(tx, { employee_id, kind, tag, message, notification_id }),
  ]);
  // Suspended: its devices are known again once it is not.
  if (company.status !== 'ACTIVE') {
    await endPush(tx, push);
    return undefined;
  }
  if (!living.has(session_id) || !active) {
    await forgetDevice(tx, push);
    return undefined;
  }
  const to = device && destinationOf(device);
  if (to && wanted) return to;
  await endPush(tx, push);
  return undefined;
}

const waitOf = (attempts: number, asked: number | undefined): number =>
  asked === undefined
    ? Math.min(MOST_WAIT_S, FIRST_WAIT_S * 2 ** (attempts - 1))
    : Math.max(asked, Math.min(MOST_WAIT_S, 2 ** (attempts - 1)));
