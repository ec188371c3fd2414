// Where the bytes of an attachment come from: what waits in the outbox, what this device has sent or opened before, or the
// server. Each is an object URL that holds as long as somebody shows it.
import type { Attachment } from '#contract/chat/attachment.ts';
import { addresses, MOST_ADDRESSES } from '#contract/files.ts';
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

const asked = new Map<string, { readonly at: number; readonly url: Promise<string> }>();
let gathering: Map<string, PromiseWithResolvers<string>> | undefined;

/** Where the file is read for the next minutes. Throws FileGone, NetworkError, ApiError. */
export function addressOf(file_id: string): Promise<string> {
  const known = asked.get(file_id);
  if (known && Date.now() - known.at < ADDRESS_MS) return known.url;
  if (!gathering || gathering.size >= MOST_ADDRESSES) {
    const batch = new Map<string, PromiseWithResolvers<string>>();
    gathering = batch;
    setTimeout(() => void answer(batch), GATHER_MS);
  }
  const one = Promise.withResolvers<string>();
  gathering.set(file_id, one);
  asked.set(file_id, { at: Date.now(), url: one.promise });
  return one.promise;
}

async function answer(batch: Map<string, PromiseWithResolvers<string>>): Promise<void> {
  if (gathering === batch) gathering = undefined;
  try {
    const { items } = await app.call(addresses, { file_ids: [...batch.keys()].join(',') });
    for (const { file_id, download_url } of items) batch.get(file_id)?.resolve(download_url);
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
  users: number;
}
const held = new Map<string, Held>();
const loading = new Map<string, Promise<Blob>>();
let owner = '';

const heldOf = (file_id: string): Held | undefined => held.get(file_id) ?? held.get(waitedAs(file_id) ?? '');

/** The object URL, if there is one at once. */
export const urlOf = (file_id: string): string | undefined => heldOf(file_id)?.url;

/** Somebody shows it; the answer ends that. */
export function show(file_id: string): () => void {
  const one = heldOf(file_id);
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
  held.set(file_id, { url, users: 0 });
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
export function bytesOf(account: string, file: Of): Promise<Blob> {
  const { file_id } = file;
  const known = loading.get(file_id);
  if (known) return known;
  const load = async () => {
    const here = await bytesHere(account, file);
    if (here) return here;
    const blob = await getFile(await addressOf(file_id));
    void keepFile(account, file_id, blob);
    return blob;
  };
  const work = load().finally(() => loading.delete(file_id));
  loading.set(file_id, work);
  return work;
}

/** The same as an object URL. */
export async function load(account: string, file: Of): Promise<string> {
  // What somebody else had open here is not held any longer.
  if (owner && owner !== account) {
    for (const one of held.values()) URL.revokeObjectURL(one.url);
    held.clear();
    asked.clear();
  }
  owner = account;
  return urlOf(file.file_id) ?? hold(file.file_id, await bytesOf(account, file));
}
