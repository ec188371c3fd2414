// Attachments as messages of any age keep them → the shape of the contract. Pure.
import type { Attachment } from '#contract/chat/attachment.ts';

/** As they are on the wire; what was written before there were descriptions has none. */
export const attachmentsIn = (kept: readonly Attachment[] | null | undefined): Attachment[] =>
  (kept ?? []).map((one) => ({ ...one, alt: one.alt ?? null }));
