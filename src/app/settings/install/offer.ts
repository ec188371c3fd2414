// The browser's own offer to install the app, caught when it comes: once, and early. What is made of it comes later.
import { proxy, ref } from 'valtio/vanilla';

export interface InstallPrompt extends Event {
  /** Asks the person, once. Resolves when they have answered. */
  prompt(): Promise<{ readonly outcome: 'accepted' | 'dismissed' }>;
}

/** For screens: `useSnapshot(offer)`. `installed`: just now, from this page. */
export const offer = proxy<{ prompt: InstallPrompt | null; installed: boolean }>({ prompt: null, installed: false });

/** To be called before anything is loaded later. The browser shows nothing by itself from then on. */
export function catchOffer(): void {
  // Before the app was wanted (src/boot/start.inline.ts).
  const { offered } = globalThis as { readonly offered?: InstallPrompt };
  if (offered) offer.prompt = ref(offered);
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    offer.prompt = ref(event as InstallPrompt);
  });
  addEventListener('appinstalled', () => {
    offer.prompt = null;
    offer.installed = true;
  });
}
