// The composer at the foot of a conversation: drafts, mentions, typing, and why one cannot write.
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import {
  memo,
  type ReactNode,
  type RefObject,
  Suspense,
  useCallback,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import type { Address, Entry, EntryAddress, Message, Quote } from '#contract/chat.ts';
import type { Person } from '#contract/people.ts';
import { isBlank, type RichText } from '#contract/rich-text.ts';
import { Composer } from '#src/kit/editor/composer.tsx';
import type { ComposerHandle } from '#src/kit/editor/types.ts';
import { type Directory, directoryKey } from '#src/kit/people/directory.ts';
import { lazyPart } from '#src/kit/ui/lazy-part.tsx';
import { useClient, useOffline } from '#src/realtime/hooks.ts';
import { addressKey, isReadOnly } from '../address.ts';
import { flushDraft, keepDraft, keepReply, lastTyped, useDraft } from '../live/drafts.ts';
import type { Chosen } from '../message-parts/attaching/chosen.ts';
import { useMentions } from '../message-parts/use-mentions.ts';
import { quoteOf, send } from '../mutations.ts';

export interface MessageComposerProps {
  address: Address;
  /** Of a thread: where its root stands. */
  home?: EntryAddress | undefined;
  autoFocus?: boolean | undefined;
  /** Undefined while two people have not written yet. */
  conversation_id: string | undefined;
  entry: Entry | undefined;
  person: Person | undefined;
  onEditLast: () => void;
  /** Begins an answer to a message. */
  answerRef: RefObject<((message: Message) => void) | null>;
  nameOf: (employee_id: string) => string;
  also?: Also | undefined;
}

/** Sending it to a second place with the same press. */
export interface Also {
  readonly on: boolean;
  /** Instead of sending to the address alone, while it is on. */
  readonly send: typeof send;
  /** Below the field, with the switch for it. `files`: some are chosen; then it goes to the address alone. */
  readonly below: (files: boolean) => ReactNode;
}

const Attach = lazyPart(() => import('../message-parts/attaching/attach.tsx'), 'Attach');
const ScheduleMenu = lazyPart(() => import('../later/scheduled/schedule-menu.tsx'), 'ScheduleMenu');
const AboveField = lazyPart(() => import('../message-parts/above-field/above-field.tsx'), 'AboveField');

const GONE = 'This colleague is no longer here. What was said stays readable.';
const READ_ONLY = 'Only those who run this campaign can write here.';
const ARCHIVED = 'This sub-space is archived. What was said stays readable.';

/** Not drawn anew with what comes into other conversations: the field in it is the dearest part of the page. */
export const MessageComposer = memo(function MessageComposer(props: MessageComposerProps) {
  const { address, conversation_id, entry, person, onEditLast, also } = props;
  const home = props.home ?? address;
  const client = useClient();
  const router = useRouter();
  const key = addressKey(address);
  const composer = useRef<ComposerHandle>(null);
  /** When something was last typed as this was left: what is sent may be stored only then. */
  const left = useRef<string>(undefined);
  useEffect(() => {
    // Before what can be fetched again is written: of what a page that ends writes, the first is the surest.
    addEventListener('pagehide', flushDraft, true);
    document.addEventListener('visibilitychange', flushDraft);
    return () => {
      removeEventListener('pagehide', flushDraft, true);
      document.removeEventListener('visibilitychange', flushDraft);
      flushDraft();
      left.current = lastTyped.get(key);
    };
  }, [key]);
  const offline = useOffline();
  // After a reload it comes from the disk, a moment after the first frame.
  const draft = useDraft(key);
  /** The message that is being answered. */
  const [reply, setReply] = useState<Quote>();
  // At once, so that what is typed or sent in this moment goes with it.
  const answer = (quote?: Quote) => {
    keepReply(key, quote);
    setReply(quote);
  };
  /** By the person's own hand. */
  const choose = (quote?: Quote) => {
    answer(quote);
    composer.current?.resume();
  };
  useImperativeHandle(props.answerRef, () => (message) => choose(quoteOf(message)));
  const directory = useQuery<Directory>({ queryKey: directoryKey });
  const [files, setFiles] = useState<readonly Chosen[]>([]);
  const [coming, setComing] = useState<Promise<readonly Chosen[]>>();
  // Which there are depends on the entry, and that may come after the text was begun.
  const findCommands = useCallback(
    async () => (await import('../message-parts/commands.ts')).commandsFor({ client, entry, router }),
    [client, entry, router],
  );
  const submit = async (doc: RichText) => {
    const as = { reply_to: reply };
    const all = coming ? await coming : files;
    if (!all.length && isBlank(doc)) return;
    const sent = all.length
      ? (await import('../message-parts/attaching/send-files.ts')).sendFiles(client, address, doc, all, as, setFiles)
      : (also?.on ? also.send : send)(client, address, doc, as);
    if (reply) answer();
    if (!(await sent)) (await import('../message-parts/attaching/send-files.ts')).tellNoRoom();
  };
  // Not of `person`: that is from when the parent was drawn last, and the directory may have come since.
  const ended =
    home.entity_type === 'employee' &&
    directory.data &&
    !['ACTIVE', 'INVITED'].includes(directory.data.people[home.entity_id]?.employee_account_status ?? '');
  const closed = ended
    ? GONE
    : subSpaceAt(entry, home)?.archived_at
      ? ARCHIVED
      : isReadOnly(home, entry)
        ? READ_ONLY
        : undefined;
  return (
    <div className="ll-chat-write">
      <Suspense>
        <AboveField {...props} reply={reply} onReply={setReply} onReplyEnd={() => choose()} />
      </Suspense>
      <Composer
        ref={composer}
        onCancel={reply && (() => choose())}
        value={draft?.doc ?? null}
        onAdopt={() =>
          answer(draft?.reply_to ? { ...draft.reply_to, text: '…', label: '', deleted: false } : undefined)
        }
        onChange={(doc) => keepDraft(key, doc, left.current)}
        onSubmit={submit}
        findMentions={useMentions(entry?.entity_type)}
        findCommands={findCommands}
        onEditLast={onEditLast}
        onTyping={() => conversation_id && client.tellTyping(conversation_id)}
        loaded={files.length > 0 || coming !== undefined}
        extras={
          <Suspense>
            <Attach
              addressKey={key}
              files={files}
              onFiles={setFiles}
              onComing={setComing}
              onDone={() => composer.current?.focus()}
            />
          </Suspense>
        }
        sendMenu={
          also?.on && !files.length ? null : (
            <Suspense>
              <ScheduleMenu
                address={address}
                composer={composer}
                reply_to={reply?.message_id}
                coming={coming}
                onScheduled={() => answer()}
              />
            </Suspense>
          )
        }
        placeholder={placeholder(entry, person, address, offline)}
        autoFocus={props.autoFocus}
        disabledReason={closed}
      />
      {closed ? null : also?.below(files.length > 0)}
    </div>
  );
});

const subSpaceAt = (entry: Entry | undefined, { sub_space_id }: Address) =>
  entry?.space?.sub_spaces.find((one) => (sub_space_id ? one.sub_space_id === sub_space_id : one.is_default));

function placeholder(entry: Entry | undefined, person: Person | undefined, address: Address, offline: boolean): string {
  const isThread = address.entity_type === 'thread';
  const name =
    subSpaceAt(entry, address)?.sub_space_name ??
    person?.first_name ??
    (entry?.group && (entry.group.name || 'the group'));
  const base = isThread ? 'Reply in thread' : name ? `Message ${name}` : 'Write a message';
  return offline ? `${base}. It will be queued until you’re online.` : base;
}
