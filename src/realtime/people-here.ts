// Who is there and who is typing: told by the socket, never stored.
import { proxy } from 'valtio/vanilla';
import type { Presence } from '#contract/sync.ts';

/** Somebody types until this long after the last sign of it. Milliseconds. */
const TYPING_MS = 6_000;
/** We tell that we type at most this often. */
export const TELL_MS = 3_000;

export interface PeopleHere {
  /** employee_id → presence; who is not in it appears offline. */
  readonly presence: Readonly<Record<string, Presence>>;
  /** conversation_id → employee_ids. */
  readonly typing: Readonly<Record<string, readonly string[]>>;
  setPresence(presence: Record<string, Presence>, all: boolean): void;
  typed(conversation_id: string, employee_id: string): void;
  /** Their message is here. */
  stopped(conversation_id: string, employee_id: string): void;
  clear(): void;
}

export function createPeopleHere(): PeopleHere {
  const presence = proxy<Record<string, Presence>>({});
  const typing = proxy<Record<string, string[]>>({});
  const timers = new Map<string, ReturnType<typeof setTimeout>>();

  const stopped = (conversation_id: string, employee_id: string) => {
    const key = `${conversation_id}/${employee_id}`;
    clearTimeout(timers.get(key));
    if (!timers.delete(key)) return;
    const rest = (typing[conversation_id] ?? []).filter((other) => other !== employee_id);
    if (rest.length) typing[conversation_id] = rest;
    else delete typing[conversation_id];
  };
  return {
    presence,
    typing,
    setPresence: (now, all) => {
      if (all) for (const id of Object.keys(presence)) if (!(id in now)) delete presence[id];
      for (const [id, one] of Object.entries(now)) {
        if (one === 'Appear Offline') delete presence[id];
        else presence[id] = one;
      }
    },
    typed: (conversation_id, employee_id) => {
      const key = `${conversation_id}/${employee_id}`;
      clearTimeout(timers.get(key));
      if (!timers.has(key)) typing[conversation_id] = [...(typing[conversation_id] ?? []), employee_id];
      timers.set(
        key,
        setTimeout(() => stopped(conversation_id, employee_id), TYPING_MS),
      );
    },
    stopped,
    clear: () => {
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
      for (const id of Object.keys(presence)) delete presence[id];
      for (const id of Object.keys(typing)) delete typing[id];
    },
  };
}
