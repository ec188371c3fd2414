// What a message carries besides its text: files, and what one knows of them without opening them. The bytes are read by the
// addresses that contract/files.ts gives; none of those stands in a message.
import * as v from 'valibot';
import { count, id, text } from '../kernel/fields.ts';

/** How many files a message may have, and how finely a voice message is drawn. */
export const attachmentLimits = { files: 10, waves: 64, wave: 31, duration: 4 * 3_600_000, alt: 500 } as const;

const wave = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(attachmentLimits.wave));

export const attachment = v.strictObject({
  file_id: id,
  name: v.string(),
  mime_type: v.string(),
  /** Bytes. */
  size: count,
  /** Pixels; of images where the file tells. */
  width: v.nullable(count),
  height: v.nullable(count),
  /** Milliseconds; of voice messages only, as is `waveform`. */
  duration: v.nullable(count),
  /** How loud it is from beginning to end. */
  waveform: v.nullable(v.array(wave)),
  /** What an image shows, in words, for who does not see it; of images only. */
  alt: v.nullable(v.string()),
});
export type Attachment = v.InferOutput<typeof attachment>;

/** A file that the sender has uploaded; what was recorded in the app comes with both of the others. */
export const attachInput = v.pipe(
  v.array(
    v.strictObject({
      file_id: id,
      duration: v.optional(v.pipe(count, v.maxValue(attachmentLimits.duration))),
      waveform: v.optional(v.pipe(v.array(wave), v.maxLength(attachmentLimits.waves))),
      alt: v.optional(text(attachmentLimits.alt, 1)),
    }),
  ),
  v.maxLength(attachmentLimits.files, 'Too many files'),
  v.check((list) => new Set(list.map((one) => one.file_id)).size === list.length, 'The same file twice'),
  v.check((list) => list.every((one) => (one.duration === undefined) === (one.waveform === undefined)), 'Half a voice'),
);
export type Attach = v.InferOutput<typeof attachInput>[number];

type Kind = 'image' | 'video' | 'audio' | 'voice' | 'file';

/** As what it is shown. */
export const kindOf = ({ mime_type, waveform }: Pick<Attachment, 'mime_type' | 'waveform'>): Kind => {
  const [kind] = mime_type.split('/');
  if (kind === 'audio') return waveform ? 'voice' : kind;
  return kind === 'video' || /^image\/(png|jpeg|gif|webp|avif)$/.test(mime_type) ? (kind as Kind) : 'file';
};

/** What is searched of a message: its text, its files' names, and what they show. The database says the same (`searched`). */
export const searchedOf = (
  given: string,
  attachments: readonly Pick<Attachment, 'name' | 'alt'>[] | null | undefined,
): string => [given, ...(attachments ?? []).flatMap((file) => [file.name, file.alt])].filter(Boolean).join(' · ');

/** Minutes and seconds: 42_300 → "0:42". */
export function clockOf(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/**
 * What lists and quotes say of a message that has files and no text; `''` if it has none, or is of before there were any.
 * Server and client use this same function.
 */
export function labelOf(
  attachments: readonly Pick<Attachment, 'mime_type' | 'waveform' | 'name' | 'duration'>[] | null | undefined,
): string {
  const [first] = attachments ?? [];
  if (!attachments || !first) return '';
  const kinds = new Set(attachments.map(kindOf));
  const [kind] = kinds;
  const { length } = attachments;
  if (length > 1) return kinds.size === 1 && kind === 'image' ? `${length} photos` : `${length} files`;
  return kind === 'image'
    ? 'Photo'
    : kind === 'voice'
      ? `Voice message · ${clockOf(first.duration ?? 0)}`
      : kind === 'video'
        ? 'Video'
        : first.name;
}
