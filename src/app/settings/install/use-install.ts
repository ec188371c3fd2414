// What this page knows of installing, for the invitation and for the settings.
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { type InstallPrompt, offer } from './offer.ts';
import { seen, type Way, wayOf } from './way.ts';

export interface Install {
  readonly way: Way;
  /** The browser's own question is open. */
  readonly asking: boolean;
  /** Opens it; only where the way is `offered`. Resolves to whether they accepted. */
  ask(): Promise<boolean>;
}

export function useInstall(): Install {
  const { prompt, installed } = useSnapshot(offer);
  const [asking, setAsking] = useState(false);
  return {
    way: installed ? 'installed' : wayOf(seen(prompt !== null)),
    asking,
    ask: async () => {
      const offered = offer.prompt as InstallPrompt | null;
      if (!offered || asking) return false;
      setAsking(true);
      try {
        return (await offered.prompt()).outcome === 'accepted';
      } catch {
        return false;
      } finally {
        setAsking(false);
        // It asks once; if there is another chance, the browser offers it anew.
        if (offer.prompt === offered) offer.prompt = null;
      }
    },
  };
}
