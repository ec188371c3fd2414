// Where the bytes of an attachment come from: what waits in the outbox, what this device has sent or opened before, or the
// server. Each is an object URL that holds as long as somebody shows it.
import type { Attachment } from '#contract/chat/attachment.ts';
import { addresses, MOST_ADDRESSES } from '#contract/files.ts';
import type { ResponseOf } from '#contract/kernel/endpoint.ts';
import { getFile } from '#src/api/get-file.ts';
import { heldFiles } from '#src/offline/files/held-files.ts';
import { keepFile, keptFile, LARGEST_KEPT } from '#src/offline/files/private-files.ts';
import { waitedAs } from '#src/offline/files/uploads.ts';
import { app } from '#src/realtime/app.ts';

type Of = Pick<Attachment, 'file_id' | 'mime_type' | 'size'>;

/** The server has nothing of this id for us (any more). */
export class FileGone extends Error {
  override readonly name = 'FileGone';
}

/** Addresses hold for 15 minutes at least. */
const ADDRESS_MS = 10 * 60_000;
/** Questions of one moment are one call. */
const GATHER_MS = 15;

type Urls = ResponseOf<typeof addresses>['items'][number];
type Batch = Map<string, PromiseWithResolvers<Urls>>;

const asked = new Map<string, { readonly at: number; readonly urls: Promise<Urls> }>();
let gathering: Batch | undefined;

/** Where the file is read for the next minutes. Throws FileGone, NetworkError, ApiError. */
export const addressOf = async (file_id: string): Promise<string> => (await urlsOf(file_id)).download_url;

function urlsOf(file_id: string): Promise<Urls> {
  const known = asked.get(file_id);
  if (known && Date.now() - known.at < ADDRESS_MS) return known.urls;
  if (!gathering || gathering.size >= MOST_ADDRESSES) {
    const batch: Batch = new Map();
    gathering = batch;
    setTimeout(() => void answer(batch), GATHER_MS);
  }
  const one = Promise.withResolvers<Urls>();
  gathering.set(file_id, one);
  asked.set(file_id, { at: Date.now(), urls: one.promise });
  return one.promise;
}

async function answer(batch: Batch): Promise<void> {
  if (gathering === batch) gathering = undefined;
  try {
    const { items } = await app.call(addresses, { file_ids: [...batch.keys()].join(',') });
    for (const urls of items) batch.get(urls.file_id)?.resolve(urls);
    for (const [file_id, one] of batch) {
      if (!items.some((item) => item.file_id === file_id)) asked.delete(file_id);
      one.reject(new FileGone());
    }
  } catch (error) {
    for (const [file_id, one] of batch) {
      asked.delete(file_id);
      one.reject(error);
    }
  }
}

/** As many are held that nobody shows any more. */
const MOST_IDLE = 60;

interface Held {
  readonly url: string;
  readonly blob: Blob;
  users: number;
}
const held = new Map<string, Held>();
const loading = new Map<string, Promise<Blob>>();
let owner = '';

const heldOf = (file_id: string): Held | undefined => held.get(file_id) ?? held.get(waitedAs(file_id) ?? '');

/** Under which its preview is held and kept, apart from the file. */
const previewOf = (file_id: string): string => `${file_id}/preview`;

/** What shows it: the file, or where that will do and the file is not here, its preview. */
const shownBy = (file_id: string, small: boolean): Held | undefined =>
  heldOf(file_id) ?? (small ? held.get(previewOf(file_id)) : undefined);

/** The object URL, if there is one at once. `small`: that of the preview will do. */
export const urlOf = (file_id: string, small = false): string | undefined => shownBy(file_id, small)?.url;

/** What an object URL of ours stands for. */
export const blobAt = (url: string): Blob | undefined => [...held.values()].find((one) => one.url === url)?.blob;

/** Somebody shows it; the answer ends that. */
export function show(file_id: string, small = false): () => void {
  const one = shownBy(file_id, small);
  if (one) one.users++;
  return () => {
    if (one) one.users--;
  };
}

/** `blob` is what the file is: shown before it was ever sent. */
export function hold(file_id: string, blob: Blob): string {
  const known = heldOf(file_id);
  if (known) return known.url;
  const idle = [...held].filter(([, one]) => one.users === 0);
  for (const [id, one] of idle.slice(0, Math.max(0, idle.length - MOST_IDLE))) {
    held.delete(id);
    URL.revokeObjectURL(one.url);
  }
  const url = URL.createObjectURL(blob);
  held.set(file_id, { url, blob, users: 0 });
  return url;
}

/** True if it comes as a whole; a larger one is read in parts, at its address. */
export const isWhole = (file: Of): boolean => file.size <= LARGEST_KEPT;

/** What this device has of it. */
export async function bytesHere(account: string, { file_id }: Of): Promise<Blob | undefined> {
  return (
    (await heldFiles(account).get(file_id)) ??
    (await heldFiles(account).get(waitedAs(file_id) ?? '')) ??
    (await keptFile(account, file_id))
  );
}

/** All of its bytes; kept on the device from then on. Throws FileGone, NetworkError, ApiError. */
const bytesOf = (account: string, file: Of): Promise<Blob> =>
  once(file.file_id, async () => {
    const here = await bytesHere(account, file);
    if (here) return here;
    const blob = await getFile(await addressOf(file.file_id));
    void keepFile(account, file.file_id, blob);
    return blob;
  });

/** Whoever asks while it comes gets the same. */
function once(id: string, work: () => Promise<Blob>): Promise<Blob> {
  const known = loading.get(id);
  if (known) return known;
  const one = work().finally(() => loading.delete(id));
  loading.set(id, one);
  return one;
}

/** The bytes of its preview; undefined if it has none, or if the file itself is here. */
async function previewBytes(account: string, file: Of): Promise<Blob | undefined> {
  const { file_id } = file;
  if (await bytesHere(account, file)) return undefined;
  const kept = await keptFile(account, previewOf(file_id));
  if (kept) return kept;
  const { preview_url } = await urlsOf(file_id);
  if (!preview_url) return undefined;
  try {
    const blob = await once(previewOf(file_id), () => getFile(preview_url));
    void keepFile(account, previewOf(file_id), blob);
    return blob;
  } catch (error) {
    // An image that nobody could draw small.
    if ((error as Error).name === 'ApiError') return undefined;
    throw error;
  }
}

/** The same as an object URL; of its preview if that will do and there is one. */
export async function load(account: string, file: Of, small = false): Promise<string> {
  // What somebody else had open here is not held any longer.
  if (owner && owner !== account) {
    for (const one of held.values()) URL.revokeObjectURL(one.url);
    held.clear();
    asked.clear();
  }
  owner = account;
  const { file_id } = file;
  const known = urlOf(file_id, small);
  if (known) return known;
  const preview = small && (await previewBytes(account, file));
  return preview ? hold(previewOf(file_id), preview) : hold(file_id, await bytesOf(account, file));
}
