// Tickets for sockets: single use, 30 seconds, in memory (whoever loses one asks for another). They die with their session.
import { randomBytes } from 'node:crypto';
import type { Actor } from '../actor.ts';
import { type Bus, concerns } from '../bus/bus.ts';

const LIFE_MS = 30_000;
const MAX = 50_000;

export interface Tickets {
  issue(actor: Actor): string;
  /** The actor it was issued for, once; undefined if unknown, used or too old. */
  redeem(ticket: string): Actor | undefined;
}

export function createTickets(bus: Bus, now: () => number = () => Date.now()): Tickets {
  const issued = new Map<string, { actor: Actor; until: number }>();
  bus.onSignal((signal) => {
    if (signal.type === 'actors_changed') return;
    for (const [ticket, { actor }] of issued) if (concerns(signal, actor)) issued.delete(ticket);
  });
  const sweep = () => {
    for (const [ticket, { until }] of issued) {
      if (until > now() && issued.size <= MAX) break;
      issued.delete(ticket);
    }
  };
  return {
    issue: (actor) => {
      sweep();
      const ticket = randomBytes(24).toString('base64url');
      issued.set(ticket, { actor, until: now() + LIFE_MS });
      return ticket;
    },
    redeem: (ticket) => {
      const found = issued.get(ticket);
      issued.delete(ticket);
      return found && found.until > now() ? found.actor : undefined;
    },
  };
}
