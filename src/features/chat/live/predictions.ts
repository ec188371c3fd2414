// What a write of chat looks like before the server has answered: the events that it will cause, as far as the sender knows
// them. They are stored with the write, and the reducers of live.ts apply them.
import * as chat from '#contract/chat.ts';
import type { PayloadOf } from '#contract/kernel/endpoint.ts';
import type { RichText } from '#contract/rich-text.ts';
import type { Prediction } from '#src/offline/outbox/record.ts';
import type { PredictedMessage } from './live-messages.ts';

/** `created_at`: now, ISO 8601. */
export const sendPrediction = (message: PredictedMessage): Prediction[] => [
  { name: chat.messageCreated.name, payload: message },
];

export const editPrediction = (
  { message_id, seq, sender_id }: chat.Message,
  body: RichText,
  edited_at: string,
): Prediction[] => [
  {
    name: chat.messageUpdated.name,
    payload: { message_id, seq, sender_id, body, edited_at } satisfies PayloadOf<typeof chat.messageUpdated>,
  },
];

export const deletePrediction = (message: chat.Message, at: string): Prediction[] => [
  { name: chat.messageDeleted.name, payload: { message_id: message.message_id, seq: message.seq, deleted_at: at } },
];

/** `add` false: the reaction is taken away. */
export const reactPrediction = (
  message: chat.Message,
  emoji: string,
  employee_id: string,
  add: boolean,
): Prediction[] => [
  {
    name: (add ? chat.reactionAdded : chat.reactionRemoved).name,
    payload: { message_id: message.message_id, seq: message.seq, emoji, employee_id },
  },
];

export const readPrediction = (conversation_id: string, read_seq: number): Prediction[] => [
  { name: chat.read.name, payload: { conversation_id, read_seq } },
];
