// Takes down the notification of a conversation that was read, here or on another device.
import { listConversations } from '#contract/chat.ts';
import type { PushData } from '#contract/notifications/push.ts';
import { app } from '#src/realtime/app.ts';

/** Up to `read_seq`: what came later stays. */
export async function takeDown(conversation_id: string, read_seq: number): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  const shown = (await registration?.getNotifications({ tag: `c:${conversation_id}` })) ?? [];
  for (const one of shown) {
    const { message } = (one.data ?? {}) as Partial<PushData>;
    if (message && message.seq <= read_seq) one.close();
  }
}

/** At a start: what was read elsewhere while nobody here heard of it. */
export async function takeDownRead(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  const shown = (await registration?.getNotifications()) ?? [];
  const about = shown.flatMap((one) => {
    const { message } = (one.data ?? {}) as Partial<PushData>;
    return message && one.tag.startsWith('c:') ? [{ one, message }] : [];
  });
  if (!about.length) return;
  const { items } = await app.call(listConversations, {});
  const all = items.flatMap(({ conversations }) => conversations);
  const readIn = new Map(all.map(({ conversation_id, read_seq }) => [conversation_id, read_seq]));
  for (const { one, message } of about) if (message.seq <= (readIn.get(message.conversation_id) ?? -1)) one.close();
}
