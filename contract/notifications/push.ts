// What travels inside a push. Its outer shape is that of declarative web push (the browser shows it without a worker where it can);
// other browsers hand it to the worker, which shows the same. No schema: both ends are ours, and the worker does without.
import type { EntryAddress } from '../chat.ts';

export interface PushData {
  readonly kind: string;
  /** Whom it is for: shown only where they are still signed in. */
  readonly company_id: string;
  readonly employee_id: string;
  /** Below the origin: where a tap leads. */
  readonly path: string;
  /** Present for messages: what Reply and Mark read are about. */
  readonly message?: {
    readonly message_id: string;
    readonly conversation_id: string;
    readonly seq: number;
    readonly address: EntryAddress | { readonly entity_type: 'thread'; readonly entity_id: string };
  };
  /** Present beside that: the reader's marker there when it was sent. What stands on the screen of a message up to it counts no more. */
  readonly read_seq?: number;
  /** Of the list's entry that it is about, where there is one: read there, it is taken down here. */
  readonly notification_id?: string;
  /** Tags of what was read meanwhile, elsewhere: to be taken down now. */
  readonly clear: readonly string[];
}

export interface PushPayload {
  readonly web_push: 8030;
  /**
   * The worker is asked all the same, and shown is what it shows: it groups, takes down what was read, and says nothing of whoever is
   * signed out here. Without it, or if it fails, the browser shows this.
   */
  readonly mutable: true;
  readonly notification: {
    readonly title: string;
    readonly body: string;
    /** Absolute. */
    readonly navigate: string;
    /** One for each conversation: the later takes the place of the earlier. */
    readonly tag: string;
    readonly lang: string;
    readonly dir: 'auto';
    readonly silent: boolean;
    /** Absolute: that of the company's installed app. Left out: the app's own. */
    readonly icon?: string;
    /** Milliseconds since 1970. */
    readonly timestamp: number;
    readonly data: PushData;
  };
  /** All that is unread: what the icon shows. Left out: it stays as it is. */
  readonly app_badge?: number;
}

/**
 * Where Firebase Cloud Messaging brings it: among the data of its own message, which are texts, as JSON in this one. Its bounds are
 * wider.
 */
export const FCM_KEY = 'push';

/** Bytes that a push service takes at least, after encryption and padding (RFC 8030, 8291). */
export const PUSH_BYTES = 3_500;
