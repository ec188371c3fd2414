// What causes each of the events of notifications. All of them are personal: the member hears them, on all devices, and nobody else.

import type { Message } from '#contract/chat.ts';
import * as chat from '#contract/chat.ts';
import type { EventType } from '#contract/kernel/endpoint.ts';
import * as writes from '#contract/notifications/writes.ts';
import * as notifications from '#contract/notifications.ts';
import { call } from '../../../flows/notifications.fixture.ts';
import type { TestClient } from '../../../kit/client.ts';
import type { TestSocket } from '../../../kit/socket.ts';

/** As much of the cast as is needed. */
interface Told {
  readonly owner: TestClient;
  readonly member: TestClient;
  /** Both are in it. */
  readonly space_id: string;
  readonly sockets: { readonly member: TestSocket };
}

/** The member hears it a moment after what caused it. */
async function andHeard<T>({ sockets }: Told, { name }: EventType, cause: () => Promise<T>): Promise<T> {
  const heard = () => sockets.member.events.filter((event) => event.name === name).length;
  const before = heard();
  const made = await cause();
  for (let n = 0; n < 500 && heard() === before; n++) await new Promise((done) => setTimeout(done, 20));
  return made;
}

/** The owner calls the member by name. */
const called = (cast: Told): Promise<Message> =>
  andHeard(cast, notifications.notified, () =>
    call(cast.owner, { entity_type: 'space', entity_id: cast.space_id }, [cast.member]),
  );

export const notificationTriggers: readonly (readonly [EventType, (cast: Told) => Promise<unknown>])[] = [
  [notifications.notified, called],
  [
    notifications.notificationsRead,
    async (cast) => {
      await called(cast);
      await cast.member.call(writes.read, { until: new Date(Date.now() + 60_000).toISOString() });
    },
  ],
  [
    notifications.withdrawn,
    async (cast) => {
      const { message_id } = await called(cast);
      await andHeard(cast, notifications.withdrawn, () => cast.owner.call(chat.remove, { message_id }));
    },
  ],
  [
    notifications.settingsChanged,
    async ({ member }) => {
      await member.call(writes.updateSettings, { hide_text: true });
      await member.call(writes.updateSettings, { hide_text: false });
    },
  ],
  [
    notifications.levelChanged,
    async ({ member, space_id }) => {
      const place = { entity_type: 'space', entity_id: space_id } as const;
      await member.call(writes.setLevel, { ...place, level: 'none' });
      await member.call(writes.setLevel, { ...place, level: null });
    },
  ],
];
