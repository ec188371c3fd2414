// Which key somebody gets for the one they wish, and who may put files where. Pure.
import { createHash } from 'node:crypto';
import { type Folder, folders } from '#contract/files.ts';
import type { Actor } from '../../platform/actor.ts';
import { isImage, mimeOf } from './mime.ts';

/** A file as it will be. Without a folder it is the uploader's alone. */
export interface Place {
  readonly key: string;
  readonly folder: Folder | '';
  /** As people see it: without the time at its end. */
  readonly name: string;
  readonly mime_type: string;
}

type Who = Pick<Actor, 'company_id' | 'employee_id'>;

const MAX_NAME = 200;
const MAX_STEM = 80;
/** 13 digits: milliseconds since 1970. */
const STAMP = /-(\d{13})$/;
// Control characters, and those that turn the direction of reading.
const UNSEEN = /[\p{Cc}\p{Bidi_Control}\ufeff]/gu;

/** The server's own key for `company_id/[folder]/[employee_id]/name`, or what is wrong with the wish. `now` in milliseconds. */
export function placeOf(wish: string, who: Who, now: number): Place | string {
  const parts = wish.split('/');
  const file = parts.pop() ?? '';
  if (parts.shift() !== who.company_id) return 'Must begin with the company';
  if (parts.at(-1) === who.employee_id) parts.pop();
  const folder = parts.join('/');
  if (!isFolder(folder) || (folder === '' && parts.length)) return 'No such folder';
  const shown = file.normalize('NFC').replace(UNSEEN, '').trim();
  if (!/[^.\s]/.test(shown) || shown.length > MAX_NAME || shown.includes('\\')) return 'Not the name of a file';

  const [, written = shown, end = ''] = /^(.+)\.([^.]*)$/.exec(shown) ?? [];
  const extension = /^[a-z0-9]{1,8}$/i.test(end) ? end.toLowerCase() : '';
  const whole = extension ? written : shown;
  const stamp = STAMP.exec(whole)?.[1] ?? String(now);
  const stem = whole.replace(STAMP, '') || 'file';
  const name = extension ? `${stem}.${end}` : stem;
  const key = [
    who.company_id,
    folder,
    who.employee_id,
    `${slugOf(stem, name)}-${stamp}${extension && `.${extension}`}`,
  ];
  return { key: key.filter(Boolean).join('/'), folder, name, mime_type: mimeOf(extension) };
}

const isFolder = (text: string): text is Folder | '' => text === '' || (folders as readonly string[]).includes(text);

/** Letters and digits; two names that look alike without the rest stay apart. */
function slugOf(stem: string, name: string): string {
  const slug = stem
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^A-Za-z0-9_-]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, MAX_STEM);
  if (slug === stem) return slug;
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 8);
  return slug ? `${slug}-${hash}` : `file-${hash}`;
}

/** What is wrong with putting such a file there, by its field of the request. */
export function unfit(
  { folder, mime_type }: Place,
  is_private: boolean,
): { path: string; message: string } | undefined {
  const forImages = folder !== '' && folder !== 'chat';
  if (forImages && !isImage(mime_type))
    return { path: 'key', message: 'Must be an image: PNG, JPEG, GIF, WebP or AVIF' };
  if (!forImages && !is_private) return { path: 'is_private', message: 'Files of this folder are private' };
  return undefined;
}

/** The company's own pictures are for who configures it; for chat and spaces chat must be switched on. */
export function mayUpload(actor: Pick<Actor, 'permissions' | 'modules'>, folder: Folder | ''): boolean {
  if (folder === 'chat' || folder === 'spaces') return actor.modules.has('chat');
  if (folder === 'branding' || folder === 'config/values') return actor.permissions.has('company.configure');
  return true;
}
