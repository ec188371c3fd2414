// Are we connected? Judged by what reached the server, never by navigator.onLine alone: that stays true when only the server,
// or the way to it, is gone.
import { proxy } from 'valtio/vanilla';
import type { SocketState } from './socket.ts';

export interface ConnectionState {
  /** `offline`: the last attempt did not reach the server. `connecting`: it may. `online`: changes arrive as they happen. */
  readonly state: 'online' | 'connecting' | 'offline';
  /** When the data on the screen was last known to be current; null: not since this device signed in. Milliseconds since 1970. */
  readonly lastSyncedAt: number | null;
}

/** Without a socket but with a reachable server, data is asked for at every attempt; that counts as online after so many. */
const POLLING_AFTER = 3;

export interface Connection {
  /** For screens: `useSnapshot(connection.state)`. */
  readonly state: ConnectionState;
  /** An exchange over HTTP reached the server, or did not. */
  reached(reached: boolean): void;
  /** The socket's own view. */
  socket(state: SocketState, failures: number): void;
  /** Everything held is current as of now (or as of `at`). */
  synced(at?: number): void;
  /** Takes over the leader's view. */
  follow(state: ConnectionState): void;
}

/** `onChange` hears every change, to tell other tabs and to keep the time. */
export function createConnection(onChange: (state: ConnectionState) => void): Connection {
  const state = proxy<{ -readonly [K in keyof ConnectionState]: ConnectionState[K] }>({
    state: 'connecting',
    lastSyncedAt: null,
  });
  let ready = false;
  let reachable = true;
  let polling = false;
  const update = () => {
    // Not every place that this runs in has a navigator that knows.
    const { onLine = true } = (globalThis as { navigator?: { onLine?: boolean } }).navigator ?? {};
    const next = ready ? 'online' : !reachable || !onLine ? 'offline' : polling ? 'online' : 'connecting';
    if (next === state.state) return;
    state.state = next;
    onChange({ ...state });
  };
  return {
    state,
    reached: (now) => {
      reachable = now;
      update();
    },
    socket: (now, failures) => {
      ready = now === 'ready';
      if (ready) reachable = true;
      polling = now === 'waiting' && failures >= POLLING_AFTER;
      update();
    },
    synced: (at = Date.now()) => {
      if (state.lastSyncedAt !== null && at <= state.lastSyncedAt) return;
      state.lastSyncedAt = at;
      onChange({ ...state });
    },
    follow: (leader) => {
      // The leader's socket is ours, too: a call of our own must not make it less.
      ready = leader.state === 'online';
      Object.assign(state, leader);
    },
  };
}
