// Pictures that come from elsewhere than an upload: drawn anew, small and without what else was in them, and kept like one.
import { randomUUID } from 'node:crypto';
import type { Context } from '../../../platform/feature.ts';
import type { FileStore } from '../../../platform/files/store.ts';
import { imageIn } from '../inspect.ts';
import { canDraw, draw } from '../previews/draw.ts';
import { insertFile, setArrived, setPreview } from '../repo.ts';

/** A WebP of at most 640 pixels a side. */
export interface Picture {
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
}

export interface Pictures {
  /** Of bytes that may be hostile. Undefined if they cannot be drawn. */
  drawPicture(bytes: Buffer): Promise<Picture | undefined>;
  /** A private file of the folder `chat`, as if the person had uploaded it; gone after some days if nothing points at it. */
  keepPicture(company_id: string, employee_id: string, picture: Picture): Promise<string>;
}

const MIME = 'image/webp';

export function createPictures({ db }: Pick<Context, 'db'>, store: FileStore): Pictures {
  return {
    drawPicture: async (bytes) => {
      const drawn = (await canDraw()) ? await draw(bytes) : undefined;
      const { width, height } = (drawn && imageIn(drawn)) ?? {};
      return drawn && width && height ? { bytes: drawn, width, height } : undefined;
    },
    keepPicture: async (company_id, employee_id, { bytes, width, height }) => {
      const file_id = randomUUID();
      const [name, size] = [`${file_id}.webp`, bytes.length];
      const key = `${company_id}/chat/${employee_id}/${name}`;
      const file = { file_id, key, folder: 'chat', name, mime_type: MIME, is_private: true } as const;
      await db.company(company_id, (tx) => insertFile(tx, { ...file, max_size: size, created_by: employee_id }));
      await store.put(key, bytes, MIME);
      await db.company(company_id, async (tx) => {
        await setArrived(tx, file_id, { size, width, height, mime_type: MIME });
        // It is its own preview.
        await setPreview(tx, file_id, size, 0);
      });
      return file_id;
    },
  };
}
