// An answer that is a file: its bytes go over the wire as they are, without the envelope. What is refused has the envelope.
import * as v from 'valibot';

/** The `output` of such an endpoint. `file_name`: what it is saved as, plain letters only. */
export const fileAnswer = v.strictObject({
  file_name: v.pipe(v.string(), v.regex(/^[\w.-]{1,100}$/)),
  mime_type: v.pipe(v.string(), v.regex(/^[a-z]+\/[\w.+-]+(; charset=utf-8)?$/)),
  content: v.instance(Uint8Array),
});
export type FileAnswer = v.InferOutput<typeof fileAnswer>;

/** The header by which both ends know such an answer, and its only value apart from the name. */
export const dispositionOf = ({ file_name }: Pick<FileAnswer, 'file_name'>): string =>
  `attachment; filename="${file_name}"`;
