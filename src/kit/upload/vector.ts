// A vector image is drawn on the device: what leaves it is a picture, without the scripts, links and fonts that such a file may hold. As
// an image the browser runs and fetches none of them either.
import { UploadError } from './upload-error.ts';

export const isVector = ({ type, name }: File): boolean => type === 'image/svg+xml' || /\.svg$/i.test(name);

/** As a PNG whose longer side has `side` pixels. Throws UploadError if it cannot be read. */
export async function drawn(file: File, side: number): Promise<File> {
  const url = URL.createObjectURL(new Blob([file], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    // One that says no size of its own fills a square.
    const [width, height] = [image.naturalWidth || side, image.naturalHeight || side];
    const scale = side / Math.max(width, height);
    const canvas = new OffscreenCanvas(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)));
    const context = canvas.getContext('2d');
    if (!context) throw new Error('No canvas');
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await canvas.convertToBlob({ type: 'image/png' });
    return new File([blob], file.name.replace(/\.svg$/i, '') + '.png', { type: blob.type });
  } catch (error) {
    throw new UploadError('This image cannot be read. Choose a PNG, JPEG, GIF, WebP or SVG.', error);
  } finally {
    URL.revokeObjectURL(url);
  }
}
