// What a file is, by the end of its name. What is not in here is bytes: HTML, SVG and scripts are never more than that.
import { imageTypes, uploadLimits } from '#contract/files.ts';

const byExtension: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  jfif: 'image/jpeg',
  jpe: 'image/jpeg',
  pjpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  webm: 'video/webm',
  mov: 'video/quicktime',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  aac: 'audio/aac',
  ogg: 'audio/ogg',
  opus: 'audio/ogg',
  weba: 'audio/webm',
  wav: 'audio/wav',
  flac: 'audio/flac',
  pdf: 'application/pdf',
  txt: 'text/plain',
  md: 'text/plain',
  csv: 'text/csv',
  zip: 'application/zip',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ppt: 'application/vnd.ms-powerpoint',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  odt: 'application/vnd.oasis.opendocument.text',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  odp: 'application/vnd.oasis.opendocument.presentation',
};

/** `extension`: in lower case, without the dot. */
export const mimeOf = (extension: string): string =>
  (Object.hasOwn(byExtension, extension) ? byExtension[extension] : undefined) ?? 'application/octet-stream';

export const isImage = (mime_type: string): boolean => (imageTypes as readonly string[]).includes(mime_type);

export const PDF = 'application/pdf';

/** What a browser may show in place; everything else is saved. */
export const isShown = (mime_type: string): boolean =>
  isImage(mime_type) || mime_type === PDF || /^(video|audio)\//.test(mime_type);

/** Bytes. */
export const limitOf = (mime_type: string): number => (isImage(mime_type) ? uploadLimits.image : uploadLimits.file);
