// What is scheduled, as screens show it: what the server has and what waits, and with it what the server has refused.
import type { Scheduled } from '#contract/chat/scheduled.ts';
import { scheduledChanged, sendScheduled } from '#contract/chat/scheduled.ts';
import { useWaiting } from '#src/realtime/hooks.ts';
import { scheduled } from '../../live/live-later.ts';
import { useKept } from '../use-kept.ts';

export interface ShownScheduled {
  readonly item: Scheduled;
  /** Why it was not sent, or a change of it was refused. */
  readonly error_code: string | null;
  /** A refused write of this device, to be taken back. */
  readonly refused_id: string | null;
  /** It is to be sent at once, as soon as there is a connection. */
  readonly sending: boolean;
  /** The server has it, or will. False: only what was refused is left of it. */
  readonly there: boolean;
}

export function useScheduled() {
  const { items, ...query } = useKept(scheduled);
  const about = useWaiting().filter(({ scope, state }) => scope.startsWith('scheduled/') && state !== 'acked');
  const shown = (items ?? []).map((item): ShownScheduled => {
    const own = about.filter(({ scope }) => scope === `scheduled/${item.message_id}`);
    const refused = own.findLast(({ state }) => state === 'failed');
    return {
      item: (refused && itemIn(refused.predicted)) ?? item,
      error_code: refused ? refused.error_code : item.error_code,
      refused_id: refused?.id ?? null,
      sending: own.some(({ path, state }) => path === sendScheduled.path && state === 'queued'),
      there: true,
    };
  });
  const known = new Set(items?.map(({ message_id }) => `scheduled/${message_id}`));
  const lost = about
    .filter(({ scope, state }) => state === 'failed' && !known.has(scope))
    .flatMap(({ id, predicted, error_code }): ShownScheduled[] => {
      const item = itemIn(predicted);
      return item ? [{ item, error_code, refused_id: id, sending: false, there: id === item.message_id }] : [];
    });
  return { ...query, items: items && [...lost, ...shown], count: lost.length + shown.length };
}

const itemIn = (predicted: readonly { name: string; payload: unknown }[]): Scheduled | undefined =>
  predicted.find(({ name }) => name === scheduledChanged.name)?.payload as Scheduled | undefined;
