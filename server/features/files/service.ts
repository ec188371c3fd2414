// The rules of files: who is given a form for which key, who may read what, and when a file has arrived.
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { InferOutput } from 'valibot';
import type { addresses, Folder, metadata, presign } from '#contract/files.ts';
import type { ParsedOf } from '#contract/kernel/endpoint.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Context } from '../../platform/feature.ts';
import type { FileStore } from '../../platform/files/store.ts';
import { AppError, invalid } from '../../platform/http/errors.ts';
import { addressOf, goodFor, type Signed, signedAddress } from './address.ts';
import { HEAD_BYTES, imageIn } from './inspect.ts';
import { createMadeFiles, type MadeFiles } from './made/made.ts';
import { createPictures, type Pictures } from './made/pictures.ts';
import { isImage, limitOf } from './mime.ts';
import { mayUpload, placeOf, unfit } from './policy.ts';
import { isIconShape, readyIcon } from './previews/icons.ts';
import { createPreviews, mayHavePreview, previewKey } from './previews/previews.ts';
import {
  bytesOfDay,
  type FileRow,
  findByKey,
  findFile,
  findFiles,
  holdFiles,
  insertFile,
  listUploaded,
  markRemoved,
  markUsed,
  setArrived,
} from './repo.ts';

/** What other features know better. */
export interface FilePorts {
  /** The person is there and the account is active. */
  isActive(tx: Tx, employee_id: string): Promise<boolean>;
  /**
   * Which of some files of a folder somebody reads who has not uploaded them; in the folders that are not named, the whole
   * company reads all.
   */
  readonly mayRead: Readonly<
    Partial<Record<Folder, (tx: Tx, employee_id: string, file_ids: readonly string[]) => Promise<readonly string[]>>>
  >;
  /** Which of these addresses (or ids) something points at. */
  readonly inUse: readonly ((
    tx: Tx,
    files: readonly { file_id: string; url: string }[],
  ) => Promise<readonly string[]>)[];
}

/** Nothing points at these any more: nobody reads them from now on. `held`: which of them something else points at. */
export async function letGoOf(
  tx: Tx,
  file_ids: readonly string[],
  held: (file_ids: readonly string[]) => Promise<readonly string[]>,
): Promise<void> {
  // Whoever is about to point at one of them comes before this or finds it gone.
  await holdFiles(tx, file_ids);
  const kept = new Set(await held(file_ids));
  const gone = file_ids.filter((file_id) => !kept.has(file_id));
  if (gone.length) await markRemoved(tx, gone);
}

/** A file that has arrived. */
export type Arrived = FileRow & { readonly size: number };

export type { Picture } from './made/pictures.ts';

export interface FileService extends Pictures, MadeFiles {
  presign(tx: Tx, actor: Actor, input: ParsedOf<typeof presign>): Promise<InferOutput<(typeof presign)['output']>>;
  /** FILE_NOT_FOUND, also for what the actor may not read and what has not arrived. */
  metadata(tx: Tx, actor: Actor, file_id: string): Promise<InferOutput<(typeof metadata)['output']>>;
  /** Where the actor reads them; what they may not read and what has not arrived is left out. */
  addresses(
    tx: Tx,
    actor: Actor,
    file_ids: readonly string[],
  ): Promise<InferOutput<(typeof addresses)['output']>['items']>;
  /**
   * For something that is to point at private files which the person uploaded into the folder: all of them, in the order of
   * the ids, kept until the commit and from then on for as long as something points at them. Undefined if one is none of that.
   */
  take(tx: Tx, employee_id: string, folder: Folder, file_ids: readonly string[]): Promise<Arrived[] | undefined>;
  /**
   * For somebody who is to be shown with the picture at this address: false if it names a file of ours that is no picture of people
   * which the person uploaded. Otherwise it is kept until the commit and from then on for as long as something points at it.
   */
  takePicture(tx: Tx, employee_id: string, url: string): Promise<boolean>;
  /**
   * What the person uploaded for themselves alone: its name and size, and the bytes once they are asked for. Undefined if it is none
   * of that.
   */
  readOwn(
    tx: Tx,
    employee_id: string,
    file_id: string,
  ): Promise<{ readonly name: string; readonly size: number; bytes(): Promise<Buffer> } | undefined>;
  /** For an address; `seconds` it is good for, null for ever. Undefined if there is nothing to read there (any more). */
  open(
    company_id: string,
    file_id: string,
    signed?: Signed,
  ): Promise<{ file: Arrived; seconds: number | null } | undefined>;
  /** The bytes under this key are there. Undefined if nobody waits for them, or they are not what they were to be. */
  arrived(company_id: string, key: string): Promise<Arrived | undefined>;
  /**
   * The preview of an image that is open, as a file by itself; made now if it is not there yet. Undefined if it has none, or if
   * that takes too long: it is made nevertheless.
   */
  preview(file: Arrived): Promise<Arrived | undefined>;
  /** A square icon of a company's logo that is open, as a file by itself. Undefined if there is none of it. */
  icon(file: Arrived, shape: unknown): Promise<Arrived | undefined>;
  /** The address is that of a picture of this company which has icons: it with `?icon=192`, `512` or `maskable`. */
  hasIcons(company_id: string, url: string): Promise<boolean>;
  /**
   * The pictures of people that somebody has uploaded, and the one that shows them, whoever has uploaded it: nobody reads them from
   * now on, but for those that `inUse` says somebody shows.
   */
  dropPictures(
    tx: Tx,
    who: { readonly employee_id: string; readonly profile_url: string | null },
    inUse: (urls: readonly string[]) => Promise<readonly string[]>,
  ): Promise<void>;
  /** Somebody is not shown with the picture at this address any more: nobody reads it from now on, unless something else points at it. */
  dropPicture(tx: Tx, url: string): Promise<void>;
  /** For this reader. */
  urlOf(file: FileRow, reader: string): string;
  stop(): Promise<void>;
}

/** Seconds. */
const FORM_LIVES = 600;
/** Bytes that one person may upload in a day. */
const DAY_BYTES = 2_000_000_000;
/** For a preview: those of all companies are drawn one after the other, and whoever waits longer is better off with the file. */
const PATIENCE_MS = 6_000;
/** Where the pictures of people are. */
const PEOPLE: Folder = 'user-manage/employee';
/** The id in the address of a file of ours. */
const FILE_ADDRESS = /^\/api\/files\/[0-9a-f-]{36}\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\//;
/** What says of itself that it is one, at whatever origin. */
const AMONG_FILES = /^\/+api\/+files(\/|$)/i;

export function createFileService({ db, log }: Context, store: FileStore, ports: FilePorts): FileService {
  const urlOf = (file: FileRow, reader: string): string =>
    file.is_private ? signedAddress(store.secret, file, reader, Date.now()) : addressOf(file);
  const previews = createPreviews({ db, log }, store);

  /** Those of the files that the person may read. */
  const readable = async (tx: Tx, files: readonly FileRow[], reader: string): Promise<Set<string>> => {
    const idsOf = (list: readonly FileRow[]) => list.map((file) => file.file_id);
    const others = files.filter((file) => file.created_by !== reader);
    const found = idsOf(files.filter((file) => file.created_by === reader));
    for (const [folder, list] of Map.groupBy(others, (file) => file.folder)) {
      const port = folder && ports.mayRead[folder];
      if (port) found.push(...(await port(tx, reader, idsOf(list))));
      else if (folder && folder !== 'chat') found.push(...idsOf(list));
    }
    return new Set(found);
  };
  const mayRead = async (tx: Tx, file: FileRow, reader: string): Promise<boolean> =>
    (await readable(tx, [file], reader)).has(file.file_id);
  const record = ({ company_id, file_id, size, width, height, mime_type }: Arrived): Promise<unknown> =>
    db
      .company(company_id, (tx) => setArrived(tx, file_id, { size, width, height, mime_type }))
      .catch((error: unknown) => log.error({ err: error, file_id }, 'file arrived'));
  /** The file as it is now; what was not known before has to be recorded. */
  const settle = async (file: FileRow): Promise<Arrived | undefined> => {
    if (file.size === null) return look(store, file);
    // As long as a form may be out, another file may have come in place of the first.
    const final = Date.parse(file.arrived_at ?? '') < Date.now() - FORM_LIVES * 1000;
    return final || (await store.size(file.key)) === file.size ? { ...file, size: file.size } : look(store, file);
  };

  const icon: FileService['icon'] = async (file, shape) => {
    if (!isIconShape(shape)) return undefined;
    const drawn = await readyIcon(store, file, shape);
    return drawn && { ...file, ...drawn, name: `icon-${shape}.png`, mime_type: 'image/png' };
  };

  return {
    ...createPictures({ db }, store),
    ...createMadeFiles({ db }, store),
    icon,
    hasIcons: async (company_id, url) => {
      const row = await db.company(company_id, async (tx) => {
        const [, file_id = ''] = FILE_ADDRESS.exec(url) ?? [];
        const found = file_id ? await findFile(tx, file_id) : undefined;
        return found && addressOf(found) === url ? found : undefined;
      });
      const file = row && (await settle(row));
      return file !== undefined && (await icon(file, '512')) !== undefined;
    },
    dropPictures: async (tx, { employee_id, profile_url }, inUse) => {
      const own = await listUploaded(tx, employee_id, PEOPLE);
      const face = profile_url === null ? undefined : await holdPicture(tx, profile_url);
      const files = face && face.created_by !== employee_id ? [...own, face] : own;
      const shown = new Set(await inUse(files.map(addressOf)));
      const gone = files.filter((file) => !shown.has(addressOf(file)));
      if (gone.length)
        await markRemoved(
          tx,
          gone.map(({ file_id }) => file_id),
        );
    },
    dropPicture: async (tx, url) => {
      const held = await holdPicture(tx, url);
      if (!held) return;
      const { file_id } = held;
      const used = (await Promise.all(ports.inUse.map((ask) => ask(tx, [{ file_id, url }])))).flat();
      if (!used.includes(file_id) && !used.includes(url)) await markRemoved(tx, [file_id]);
    },
    urlOf,
    stop: previews.stop,
    presign: async (tx, actor, input) => {
      const is_private = input.is_private === 'true';
      const place = placeOf(input.key, actor, Date.now());
      if (typeof place === 'string') throw invalid([{ path: 'key', message: place }]);
      const problem = unfit(place, is_private);
      if (problem) throw invalid([problem]);
      if (!mayUpload(actor, place.folder)) throw new AppError('NO_PERMISSION');
      const max_size = limitOf(place.mime_type);
      const file_id = await reserve(tx, store, { ...place, is_private, max_size, created_by: actor.employee_id });
      const form = store.presign({ key: place.key, mime_type: place.mime_type, max_size, expires_in: FORM_LIVES });
      return { ...form, file_id, max_size };
    },
    metadata: async (tx, actor, file_id) => {
      const row = await findFile(tx, file_id);
      const file = row && (await mayRead(tx, row, actor.employee_id)) ? await settle(row) : undefined;
      if (!row || !file) throw new AppError('FILE_NOT_FOUND');
      // A read does not write: what was found out is kept after it.
      if (row.size !== file.size) tx.afterCommit(() => void record(file));
      return present(file, urlOf(file, actor.employee_id));
    },
    addresses: async (tx, { employee_id }, file_ids) => {
      const files = await findFiles(tx, file_ids);
      const may = await readable(tx, files, employee_id);
      const found = new Map(files.filter(({ file_id }) => may.has(file_id)).map((file) => [file.file_id, file]));
      return file_ids.flatMap((file_id) => {
        const file = found.get(file_id);
        return file ? { file_id, ...urlsOf(file, urlOf(file, employee_id)) } : [];
      });
    },
    take: async (tx, employee_id, folder, file_ids) => {
      const held = new Map((await holdFiles(tx, file_ids)).map((file) => [file.file_id, file]));
      const rows = file_ids.map((file_id) => held.get(file_id));
      const isTheirs = (row: FileRow | undefined): row is FileRow =>
        row?.is_private === true && row.folder === folder && row.created_by === employee_id;
      if (!rows.every(isTheirs)) return undefined;
      const taken = await Promise.all(rows.map(settle));
      if (!taken.every((file) => file !== undefined)) return undefined;
      for (const file of taken)
        if (held.get(file.file_id)?.size !== file.size) await setArrived(tx, file.file_id, file);
      await markUsed(tx, file_ids);
      // Those who read it will ask soon.
      for (const file of taken) if (mayHavePreview(file)) tx.afterCommit(() => void previews.ready(file));
      return taken;
    },
    open: async (company_id, file_id, signed) => {
      const seconds = signed ? goodFor(store.secret, { company_id, file_id }, signed, Date.now()) : null;
      if (seconds === undefined) return undefined;
      const row = await db.company(
        company_id,
        async (tx) => {
          const found = await findFile(tx, file_id);
          if (!found?.is_private) return found;
          const reads = signed && (await ports.isActive(tx, signed.by)) && (await mayRead(tx, found, signed.by));
          return reads ? found : undefined;
        },
        'snapshot',
      );
      const file = row && (await settle(row));
      if (file && row.size !== file.size) await record(file);
      return file && { file, seconds: file.is_private ? seconds : null };
    },
    takePicture: async (tx, employee_id, url) => {
      if (!isAmongFiles(url)) return true;
      const held = await holdPicture(tx, url);
      if (held?.created_by !== employee_id) return false;
      const file = await settle(held);
      if (!file) return false;
      if (held.size !== file.size) await setArrived(tx, file.file_id, file);
      await markUsed(tx, [file.file_id]);
      return true;
    },
    readOwn: async (tx, employee_id, file_id) => {
      const row = await findFile(tx, file_id);
      const isOwn = row?.created_by === employee_id && row.folder === '' && row.is_private;
      const file = isOwn ? await settle(row) : undefined;
      if (!file) return undefined;
      const bytes = async () => {
        const stream = await store.read(file.key);
        if (!stream) throw new AppError('FILE_NOT_FOUND');
        return Buffer.concat(await stream.toArray());
      };
      return { name: file.name, size: file.size, bytes };
    },
    preview: async (file) => {
      const patience = setTimeout(PATIENCE_MS, 0, { ref: false });
      const size = mayHavePreview(file) ? await Promise.race([previews.ready(file), patience]) : 0;
      const name = `${file.name.replace(/\.[^.]*$/, '')}.webp`;
      return size ? { ...file, key: previewKey(file), size, name, mime_type: 'image/webp' } : undefined;
    },
    arrived: async (company_id, key) => {
      const row = await db.company(company_id, (tx) => findByKey(tx, key), 'snapshot');
      const file = row && (await look(store, row));
      if (file) await db.company(company_id, (tx) => setArrived(tx, file.file_id, file));
      return file;
    },
  };
}

const isAmongFiles = (url: string): boolean =>
  URL.canParse(url, 'https://app') && AMONG_FILES.test(decoded(new URL(url, 'https://app').pathname));

/** A way to write a letter is no way past. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The picture of somebody at this very address, kept until the commit. */
async function holdPicture(tx: Tx, url: string): Promise<FileRow | undefined> {
  const [, file_id] = FILE_ADDRESS.exec(url) ?? [];
  const [held] = file_id ? await holdFiles(tx, [file_id]) : [];
  return held?.folder === PEOPLE && !held.is_private && addressOf(held) === url ? held : undefined;
}

/** The id of this key's file: the same one again as long as it is awaited. */
async function reserve(
  tx: Tx,
  store: FileStore,
  file: Omit<Parameters<typeof insertFile>[1], 'file_id'>,
): Promise<string> {
  const awaited = await findByKey(tx, file.key);
  const isAwaited = awaited?.size === null && awaited.is_private === file.is_private;
  if (isAwaited && (await store.size(file.key)) === undefined) return awaited.file_id;
  if ((await bytesOfDay(tx, file.created_by, FORM_LIVES)) > DAY_BYTES) throw new AppError('TOO_MANY_BYTES');
  const file_id = randomUUID();
  if (awaited || !(await insertFile(tx, { ...file, file_id })))
    throw invalid([{ path: 'key', message: 'This name is taken' }]);
  return file_id;
}

/** What has arrived in the store; undefined if nothing has, or an image that is none. */
async function look(store: FileStore, file: FileRow): Promise<Arrived | undefined> {
  const size = await store.size(file.key);
  if (!size) return undefined;
  if (!isImage(file.mime_type)) return { ...file, size };
  const head = await store.read(file.key, { start: 0, end: Math.min(size, HEAD_BYTES) - 1 });
  const image = head && imageIn(Buffer.concat(await head.toArray()));
  return image && { ...file, size, width: null, height: null, ...image };
}

function present(file: Arrived, download_url: string): InferOutput<(typeof metadata)['output']> {
  const { file_id, name, mime_type, size, width, height, is_private, key, created_at, created_by } = file;
  const pixels = width !== null && height !== null ? { width, height } : {};
  const urls = urlsOf(file, download_url);
  return { file_id, name, mime_type, size, ...pixels, is_private, ...urls, s3_key: key, created_at, created_by };
}

/** Whoever reads the file reads its preview by the same address, with a word more. */
function urlsOf(file: FileRow, download_url: string): { download_url: string; preview_url?: string } {
  if (!mayHavePreview(file)) return { download_url };
  return { download_url, preview_url: `${download_url}${download_url.includes('?') ? '&' : '?'}preview=1` };
}
