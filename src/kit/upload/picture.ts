// Makes a picture as small as it is shown, before it leaves the device. What the camera wrote beside it (the place!) stays here.
import { plainImage } from '#src/offline/files/metadata/plain.ts';
import { UploadError } from './upload-error.ts';

export interface PictureBounds {
  /** Pixels of the longer side at most. */
  readonly side: number;
  /** Cut to a square around the middle, or the `whole` of it in a square with nothing around; always written anew. */
  readonly square?: boolean | 'whole';
}

/** The picture as it is if it fits, else a smaller one; without metadata. Throws UploadError if it cannot be read as an image. */
export async function fitPicture(file: File, bounds: PictureBounds): Promise<File> {
  return (await drawnAnew(file, bounds)) ?? new File([await plainImage(file)], file.name, { type: file.type });
}

/** Undefined if it need not be, or if this browser cannot. */
async function drawnAnew(file: File, { side, square = false }: PictureBounds): Promise<File | undefined> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch((error: unknown) => {
    throw new UploadError('This image cannot be read. Choose a PNG, JPEG, GIF or WebP.', error);
  });
  try {
    const { width, height } = picture;
    if (!square && Math.max(width, height) <= side) return undefined;
    const edge = square === 'whole' ? Math.max(width, height) : Math.min(width, height);
    const [w, h] = square ? [edge, edge] : [width, height];
    const scale = Math.min(1, side / Math.max(w, h));
    const canvas = new OffscreenCanvas(Math.max(1, Math.round(w * scale)), Math.max(1, Math.round(h * scale)));
    const context = canvas.getContext('2d');
    if (!context) return undefined;
    context.imageSmoothingQuality = 'high';
    context.drawImage(picture, (width - w) / 2, (height - h) / 2, w, h, 0, 0, canvas.width, canvas.height);
    // A browser that cannot write the type gives PNG. JPEG has no transparent ground.
    const type = file.type === 'image/jpeg' && square !== 'whole' ? 'image/jpeg' : 'image/webp';
    const blob = await canvas.convertToBlob({ type, quality: 0.88 });
    return new File([blob], renamed(file.name, blob.type), { type: blob.type });
  } finally {
    picture.close();
  }
}

const renamed = (name: string, type: string): string =>
  `${name.replace(/\.[^.]*$/, '') || 'picture'}.${type === 'image/jpeg' ? 'jpg' : type.slice('image/'.length)}`;
