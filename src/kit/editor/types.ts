// What the composer's parts say to each other, and what its callers give it. No behaviour in here.
import type { ReactNode, Ref } from 'react';
import type { Inline, Mention, RichText, TextColor } from '#contract/rich-text.ts';

/** One row of the mention suggestions. `label` without `@`. */
export type MentionItem = Mention & {
  /** A second, quiet line: a position, "Everyone in this conversation". */
  detail?: string;
  /** Drawn before the label, 28 × 28 px: an avatar of the people kit. */
  picture?: ReactNode;
};

/** What stands behind the name of a command. */
export interface CommandCall {
  readonly text: string;
  readonly mentions: readonly Mention[];
  /** All of it. */
  readonly line: readonly Inline[];
}

/** What a message that begins with `/` and its name does, instead of being sent. */
export interface Command {
  /** Letters, without the `/`. */
  readonly name: string;
  readonly detail: string;
  /** What may stand behind it: "@colleague". */
  readonly takes?: string;
  /** It does nothing without that. */
  readonly needs?: boolean;
  /** Resolves to what is sent in its place, or to nothing if that was all. A rejection leaves the text; it says why itself. */
  readonly run: (call: CommandCall) => Promise<RichText | undefined>;
}

export interface ComposerHandle {
  /** Puts the caret where it was last, at the end at first. */
  focus(): void;
  /** As that, and what stands there counts as written now: `onChange` is told, and no draft that waits is put over it. */
  resume(): void;
  /**
   * What the send button does, but to somewhere else: stores what stands there, and only then takes it out. Says what came of
   * it; `blank` and `oversize` were never handed on.
   */
  submit(store: ComposerProps['onSubmit']): Promise<SendResult>;
}

/** What came of sending: `waits` will be looked at when the one before is through. */
export type SendResult = 'sent' | 'failed' | 'blank' | 'oversize' | 'waits';

export interface ComposerProps {
  /**
   * The draft. Drawn at once when the composer appears, formatting included. Later a document that this composer did not
   * hand out itself (a draft of another device) is taken over while nobody is in the field, here or with the whole window. Give the composer the
   * conversation's id as `key`: another conversation is another composer.
   */
  value: RichText | null;
  /** When a draft was taken over as `value`, at first as well; also when its text is what stood there already. */
  onAdopt?: () => void;
  /** After every change, with the whole document; a blank one after sending. Keep it cheap: it is called at every key. */
  onChange: (doc: RichText) => void;
  /**
   * Stores the message locally; resolves when it cannot get lost any more. Only then the text leaves the composer; what
   * was typed meanwhile stays. A rejection keeps the text and says so.
   */
  onSubmit: (doc: RichText) => Promise<void>;
  /** `edit`: for an existing message, with Save and Cancel; Esc cancels, and the text stays after saving. Default `new`. */
  mode?: 'new' | 'edit';
  /** Esc; in edit mode Cancel, too. */
  onCancel?: (() => void) | undefined;
  /** People and spaces whose names fit. Answer from the local copy first: it is asked at every key. Without it there are no mentions. */
  findMentions?: (query: string) => Promise<MentionItem[]>;
  /** What may be done with a message that begins with `/`; asked when one does. Without it there are no commands. */
  findCommands?: () => Promise<readonly Command[]>;
  /** ArrowUp in an empty composer: open the person's last message for editing. */
  onEditLast?: () => void;
  /** The person is typing: at most once in 3 seconds. */
  onTyping?: () => void;
  /** Shown in the empty field: 'Message General'. Default 'Write a message'. */
  placeholder?: string;
  /** Instead of the field: why one cannot write here. The draft is kept. */
  disabledReason?: string | undefined;
  /** Something waits to be sent besides the text, which may then be blank. */
  loaded?: boolean;
  /** Buttons for what goes along with the text; two of them, and a tray over the field (`.ll-composer-tray`). */
  extras?: ReactNode;
  /** Beside the send button: other ways to send. */
  sendMenu?: ReactNode;
  /** Takes the focus when it appears. */
  autoFocus?: boolean | undefined;
  ref?: Ref<ComposerHandle>;
}

/** What a toolbar button does. `heading`, `color` and `link` open a menu. */
export type Tool =
  | 'mention'
  | 'heading'
  | 'bold'
  | 'italic'
  | 'color'
  | 'link'
  | 'bulletList'
  | 'orderedList'
  | 'blockquote'
  | 'code';

/** What holds at the caret or in the whole selection. */
export interface ToolState {
  heading: 0 | 1 | 2 | 3;
  bold: boolean;
  italic: boolean;
  color: TextColor | null;
  /** The address under the caret. */
  link: string | null;
  bulletList: boolean;
  orderedList: boolean;
  blockquote: boolean;
  code: boolean;
}

export const noTools: ToolState = {
  heading: 0,
  bold: false,
  italic: false,
  color: null,
  link: null,
  bulletList: false,
  orderedList: false,
  blockquote: false,
  code: false,
};

/** A menu that is open, and the button that it hangs on. */
export interface OpenMenu {
  kind: 'heading' | 'color' | 'link';
  anchor: Element;
}

/** What the writing field is at when it appears: at first the draft, then what the plain field hands to the rich one. */
export interface FieldStart {
  /** What stands already and cannot be shown in a textarea, or null. */
  fixed: RichText | null;
  /** Plain text after it. */
  text: string;
  /** Caret or selection in `text`, in UTF-16 units; null for the end. */
  caret: { from: number; to: number } | null;
  focus: boolean;
}

/** What was in the field when it was sent. */
export interface Held {
  /** What was typed since. */
  since(): RichText;
  /** Takes that out again; what was typed meanwhile stays. */
  remove(): void;
  /** Forgets it; everything stays. */
  release(): void;
}

/** Both writing fields: the textarea of the first moment and the editor. */
export interface Field {
  read(): RichText;
  focus(): void;
  hasFocus(): boolean;
  /** At the caret, instead of the selection. */
  insert(text: string): void;
  replace(doc: RichText): void;
  hold(): Held;
}

/** The textarea besides: it gives way to the editor. */
export interface PlainHandle extends Field {
  /** Resolves when nobody is in the middle of something in it: no input method composing, no pointer down. */
  calm(): Promise<void> | null;
  handOver(): FieldStart;
}

/** The editor besides. */
export interface RichHandle extends Field {
  /**
   * Before anything is sent. With `commands` true if a command stands there, which is done instead, or there is none of that name, and
   * that is said first.
   */
  takesSend(commands: boolean): boolean;
  run(tool: Exclude<Tool, OpenMenu['kind']>): void;
}

/** What both fields are given: where to begin, and whom to tell. */
export interface FieldProps {
  start: FieldStart;
  /** What the composer shows in the empty field; here for screen readers. */
  placeholder: string;
  onFocus: () => void;
  /** The document has changed by a person's hand or by `insert`, `remove`. */
  onInput: (doc: RichText) => void;
  onSend: () => void;
  onEscape: () => boolean;
  onEditLast: () => boolean;
}
