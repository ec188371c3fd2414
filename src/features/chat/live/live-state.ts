// What an event of its topic does to one conversation as the list has it. Pure; the same functions serve events and predictions.
import type * as seeing from '#contract/chat/seen.ts';
import type * as chat from '#contract/chat.ts';
import { latestOf, previewOf } from '#contract/chat.ts';
import type { PayloadOf } from '#contract/kernel/endpoint.ts';
import { callsFor, plainText } from '#contract/rich-text.ts';

type State = chat.ConversationState;

/** With or without the seq, rising. */
const withSeq = (seqs: readonly number[], seq: number, is: boolean): number[] =>
  seqs.includes(seq) === is ? [...seqs] : is ? [...seqs, seq].sort((a, b) => a - b) : seqs.filter((one) => one !== seq);

/** A forward calls nobody anew. */
const calls = (message: Pick<chat.Message, 'body' | 'forwarded'>, self: string): boolean =>
  !message.forwarded && callsFor(message.body, self);

/**
 * A message came, perhaps for the second time (see `withUnread`). Sending moves the sender's marker, unless that was set back
 * since: then the seq is among those that do not count.
 */
export function withMessage(state: State, message: chat.Message, self: string): State {
  const { seq } = message;
  const next = seq > state.last_seq ? { ...state, last_seq: seq, latest: latestOf(message) } : { ...state };
  if (message.sender_id === self) return state.deleted_seqs.includes(seq) ? next : withRead(next, seq);
  if (calls(message, self) && seq > state.read_seq && !state.deleted_seqs.includes(seq))
    next.mention_seqs = withSeq(state.mention_seqs, seq, true);
  return state.seen_seq === null ? next : { ...next, seen_seq: Math.max(state.seen_seq, seq) };
}

/** `seq` null: not known, so nothing of it is unread. `called`: whether it calls the person now. */
export function withEdit(
  state: State,
  { message_id, seq, body }: Pick<chat.Message, 'message_id' | 'body'> & { seq: number | null },
  called: boolean,
): State {
  let next = state;
  // What is deleted calls nobody: its edit may be heard of later than its end (see `withUnread`).
  const counts = called && !state.deleted_seqs.includes(seq ?? 0);
  if (seq !== null && seq > state.read_seq && state.mention_seqs.includes(seq) !== counts)
    next = { ...next, mention_seqs: withSeq(state.mention_seqs, seq, counts) };
  if (next.latest?.message_id !== message_id || next.latest.deleted) return next;
  return { ...next, latest: { ...next.latest, text: body ? previewOf(plainText(body)) : '' } };
}

/** `seq` null: not known, so it cannot be unread. */
export function withDeletion(state: State, message_id: string, seq: number | null): State {
  const isLatest = state.latest?.message_id === message_id;
  const latest = isLatest && state.latest ? { ...state.latest, text: '', label: '', deleted: true } : state.latest;
  const unread = seq !== null && seq > state.read_seq && !state.deleted_seqs.includes(seq);
  if (!isLatest && !unread) return state;
  if (!unread) return { ...state, latest };
  const deleted_seqs = withSeq(state.deleted_seqs, seq, true);
  return { ...state, latest, deleted_seqs, mention_seqs: withSeq(state.mention_seqs, seq, false) };
}

/** The caller's marker moves forward. */
export function withRead(state: State, read_seq: number): State {
  if (read_seq <= state.read_seq) return state;
  const after = (seqs: readonly number[]) => seqs.filter((seq) => seq > read_seq);
  return { ...state, read_seq, deleted_seqs: after(state.deleted_seqs), mention_seqs: after(state.mention_seqs) };
}

/**
 * The caller's marker is set back. The lists are of the conversation's `revision`, which is another topic's: whoever is ahead
 * of it goes back there and hears again what came since, whoever is behind hears what is in the lists already.
 */
export function withUnread(state: State, { read_seq, deleted_seqs, mention_seqs, revision }: Back): State {
  // Without a revision it is foretold; the server may know better.
  if (revision === undefined && read_seq >= state.read_seq) return state;
  return {
    ...state,
    read_seq,
    deleted_seqs,
    mention_seqs,
    revision: Math.min(state.revision, revision ?? state.revision),
  };
}
type Back = Pick<State, 'read_seq' | 'deleted_seqs' | 'mention_seqs'> & { readonly revision?: number | undefined };

/** How far the other person of a direct conversation has shown to have read; null if one of the two hides it. */
export function withSeen(state: State, { seen }: PayloadOf<typeof seeing.seen>, self: string): State {
  const mine = seen.find(({ employee_id }) => employee_id === self);
  return mine ? { ...state, seen_seq: mine.seen_seq } : state;
}
