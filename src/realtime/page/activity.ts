// What this browser tells of its person: there or not (one answer for all its tabs), and typing where.
import type { FromClient } from '#contract/sync.ts';
import { TELL_MS } from '../people-here.ts';
import type { TabMessage } from './tabs.ts';

export interface ActivityOptions {
  /** Names this tab. */
  readonly tab: string;
  readonly isVisible: () => boolean;
  readonly isLeader: () => boolean;
  /** On the socket, by the leader. */
  readonly say: (message: FromClient) => void;
  readonly post: (message: TabMessage) => void;
}

export interface Activity {
  /** Something changed about being there: seen, hidden, connected, leading. */
  tell(): void;
  typing(conversation_id: string): void;
  /** Somebody looks at any tab of this browser. */
  isWatched(): boolean;
  /** Another tab is looked at, or no longer. */
  other(tab: string, active: boolean): void;
}

export function createActivity({ tab, isVisible, isLeader, say, post }: ActivityOptions): Activity {
  /** The other tabs that are looked at, as far as they have told this one. */
  const others = new Set<string>();
  let typed = { conversation_id: '', at: 0 };
  const isWatched = () => isVisible() || others.size > 0;
  const tell = () => {
    if (isLeader()) return say({ type: 'active', active: isWatched() });
    // It is told to whoever leads; what this tab knew when it did holds no more.
    others.clear();
    post({ type: 'active', tab, active: isVisible() });
  };
  return {
    tell,
    typing: (conversation_id) => {
      if (typed.conversation_id === conversation_id && Date.now() - typed.at < TELL_MS) return;
      typed = { conversation_id, at: Date.now() };
      const message = { type: 'typing', conversation_id } as const;
      if (isLeader()) say(message);
      else post({ type: 'say', message });
    },
    isWatched,
    other: (which, isActive) => {
      if (isActive) others.add(which);
      else others.delete(which);
      tell();
    },
  };
}
