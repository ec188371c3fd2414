// Takes down the notification of a conversation that was read, here or on another device.
import type { PushData } from '#contract/notifications/push.ts';

/** Up to `read_seq`: what came later stays. */
export async function takeDown(conversation_id: string, read_seq: number): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  const shown = (await registration?.getNotifications({ tag: `c:${conversation_id}` })) ?? [];
  for (const one of shown) {
    const { message } = (one.data ?? {}) as Partial<PushData>;
    if (message && message.seq <= read_seq) one.close();
  }
}
