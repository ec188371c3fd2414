// Images without what cameras and programs write beside the picture: the place, the time, the device, remarks, small pictures of
// what was cut away. What shows stays bit by bit: pixels, colours, and which way up. Where each kind of file has it is written
// beside this.
import { plainJpeg } from './jpeg.ts';
import { plainPng } from './png.ts';
import type { Bytes } from './tiff.ts';
import { plainWebp } from './webp.ts';

/** The parts of the file that stay, in their order. Undefined if it is none of the kinds, or cannot be followed. */
export function plainParts(bytes: Bytes): Bytes[] | undefined {
  return plainJpeg(bytes) ?? plainPng(bytes) ?? plainWebp(bytes);
}

/** The image itself if there is nothing in it that is known to say more than it shows. */
export async function plainImage(image: Blob): Promise<Blob> {
  if (!/^image\/(jpeg|png|webp)$/.test(image.type)) return image;
  const parts = plainParts(new Uint8Array(await image.arrayBuffer()));
  return parts ? new Blob(parts, { type: image.type }) : image;
}
