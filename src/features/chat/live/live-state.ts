// What an event of its topic does to one conversation as the list has it. Pure; the same functions serve events and predictions.
import type * as chat from '#contract/chat.ts';
import { latestOf, previewOf } from '#contract/chat.ts';
import { plainText } from '#contract/rich-text.ts';

type State = chat.ConversationState;

/** A message came. Sending moves the sender's marker. */
export function withMessage(state: State, message: chat.Message, self: string): State {
  if (message.seq <= state.last_seq) return state;
  const mine = message.sender_id === self;
  const next = { ...state, last_seq: message.seq, latest: latestOf(message) };
  if (mine) return withRead(next, message.seq);
  return state.seen_seq === null ? next : { ...next, seen_seq: Math.max(state.seen_seq, message.seq) };
}

export function withEdit(state: State, message_id: string, body: chat.Message['body']): State {
  if (state.latest?.message_id !== message_id || state.latest.deleted) return state;
  return { ...state, latest: { ...state.latest, text: body ? previewOf(plainText(body)) : '' } };
}

/** `seq` null: not known, so it cannot be unread. */
export function withDeletion(state: State, message_id: string, seq: number | null): State {
  const isLatest = state.latest?.message_id === message_id;
  const latest = isLatest && state.latest ? { ...state.latest, text: '', deleted: true } : state.latest;
  const unread = seq !== null && seq > state.read_seq && !state.deleted_seqs.includes(seq);
  const deleted_seqs = unread ? [...state.deleted_seqs, seq].sort((a, b) => a - b) : state.deleted_seqs;
  return isLatest || unread ? { ...state, latest, deleted_seqs } : state;
}

/** The caller's marker moves forward only. */
export function withRead(state: State, read_seq: number): State {
  if (read_seq <= state.read_seq) return state;
  return { ...state, read_seq, deleted_seqs: state.deleted_seqs.filter((seq) => seq > read_seq) };
}

/** How far the other person of a direct conversation has read. */
export const withSeen = (state: State, seen_seq: number): State =>
  state.seen_seq === null || seen_seq <= state.seen_seq ? state : { ...state, seen_seq };
