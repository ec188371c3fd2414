// What a mail is before it has an envelope.
export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** For people who read mails as text, and for spam filters. */
  readonly text: string;
  readonly html: string;
}
