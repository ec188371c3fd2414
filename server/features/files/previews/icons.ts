// Icons for the home screen, of a company's logo: drawn once each when they are first asked for, kept beside the file in the
// store, and gone with it. Only of pictures that everybody may see.
import type { FileStore } from '../../../platform/files/store.ts';
import { isImage } from '../mime.ts';
import type { FileRow } from '../repo.ts';
import { canDraw, drawSquare, NO_GROUND } from './draw.ts';

/** Systems cut `maskable` into shapes of their own: what counts has to be in the middle. */
const shapes = {
  '192': { side: 192, room: 0, ground: NO_GROUND },
  '512': { side: 512, room: 0, ground: NO_GROUND },
  maskable: { side: 512, room: 0.36, ground: '#ffffff' },
} as const;
export type IconShape = keyof typeof shapes;
const names = Object.keys(shapes) as IconShape[];

/** No key of an upload has two dots. */
const iconKey = ({ key }: Pick<FileRow, 'key'>, shape: IconShape): string => `${key}.icon-${shape}.png`;
/** Of all that there may be. */
export const iconKeys = (file: Pick<FileRow, 'key' | 'folder'>): string[] =>
  file.folder === 'branding' ? names.map((shape) => iconKey(file, shape)) : [];

export const isIconShape = (text: unknown): text is IconShape => names.some((name) => name === text);

/** Key and size of the icon, which is there then. Undefined if there is none of this file. Failures are those of the store. */
export async function readyIcon(
  store: FileStore,
  file: Pick<FileRow, 'key' | 'folder' | 'mime_type' | 'is_private' | 'size'>,
  shape: IconShape,
): Promise<{ key: string; size: number } | undefined> {
  if (file.is_private || file.folder !== 'branding' || !isImage(file.mime_type) || file.size === null) return undefined;
  const key = iconKey(file, shape);
  const known = await store.size(key);
  if (known) return { key, size: known };
  const stream = (await canDraw()) ? await store.read(file.key, { start: 0, end: file.size - 1 }) : undefined;
  const drawn = stream && (await drawSquare(Buffer.concat(await stream.toArray()), shapes[shape]));
  if (!drawn) return undefined;
  await store.put(key, drawn, 'image/png');
  return { key, size: drawn.length };
}
