// The predictions of marks.ts; see predictions.ts.

import * as marks from '#contract/chat/marks/events.ts';
import type * as chat from '#contract/chat.ts';
import type { PayloadOf } from '#contract/kernel/endpoint.ts';
import type { Prediction } from '#src/offline/outbox/record.ts';

/** `pinned` null: taken down. */
export const pinPrediction = ({ message_id, seq }: chat.Message, pinned: chat.Message['pinned']): Prediction[] => [
  {
    name: marks.messagePinned.name,
    payload: { message_id, seq, pinned } satisfies PayloadOf<typeof marks.messagePinned>,
  },
];

export const unreadPrediction = (back: PayloadOf<typeof marks.unread>): Prediction[] => [
  { name: marks.unread.name, payload: back },
];

export const wishPrediction = (wishes: PayloadOf<typeof marks.entryUpdated>): Prediction[] => [
  { name: marks.entryUpdated.name, payload: wishes },
];
