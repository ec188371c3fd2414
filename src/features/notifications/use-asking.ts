// Asking the browser for its permission, from wherever somebody has just said that they want to be told.
import { useState } from 'react';
import { showToast } from '#src/kit/ui/feedback/toast-store.ts';
import { permission, turnOn } from './device/pushing.ts';
import { noteOfDevice, thisDevice } from './device/this-device.ts';

/** Nobody has answered yet: neither the browser's question nor ours. */
export const mayAsk = (): boolean => {
  const { declined, off } = thisDevice();
  return permission() === 'default' && !declined && !off;
};

export interface Asking {
  readonly busy: boolean;
  /** Only from a click: the browser asks then. Says what came of it. */
  accept(): Promise<void>;
  decline(): void;
}

/** `onEnd`: there is nothing to ask any more. */
export function useAsking(onEnd: () => void): Asking {
  const [busy, setBusy] = useState(false);
  return {
    busy,
    decline: () => {
      noteOfDevice({ declined: true });
      onEnd();
    },
    accept: async () => {
      setBusy(true);
      const done = await turnOn().catch(() => undefined);
      onEnd();
      if (done) showToast({ text: 'Notifications are on' });
      else if (done === undefined) showToast({ text: 'That did not work. Settings, Notifications has a test.' });
    },
  };
}
