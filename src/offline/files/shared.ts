// What another app has shared with this one, from the moment the system hands it over until it stands in a composer: kept by
// the worker, taken by a page. In Cache Storage under a private name, so logging out wipes it (device/leaving/traces.ts). Nothing is sent here.
import { v7 as uuid } from 'uuid';
import { PRIVATE_CACHE } from '../databases.ts';

/** Where the system posts to, and the page that asks for whom it is (manifest.webmanifest, `share_target`). */
export const SHARE_PATH = '/share';

export const SHARED = `${PRIVATE_CACHE}-shared`;
const KEPT_MS = 86_400_000;
const recordOf = (id: string): string => `/shared/${id}`;
const fileOf = (id: string, at: number): string => `/shared/${id}/${at}`;

interface Shared {
  readonly title: string;
  readonly text: string;
  readonly url: string;
}

interface Kept extends Shared {
  /** Since when, in milliseconds since 1970. */
  readonly at: number;
  /** Whose app it was shared with (databases.ts); null: nobody was signed in, so it is for who signs in next. */
  readonly account: string | null;
  readonly files: readonly { readonly name: string; readonly type: string; readonly kept: boolean }[];
}

export interface Taken extends Shared {
  readonly files: readonly File[];
  /** Names of those for which this device had no room. */
  readonly missing: readonly string[];
}

/** By the worker. Returns the id to ask for it by; throws if nothing of it could be kept. */
export async function keepShared(form: FormData, account: string | null): Promise<string> {
  const id = uuid();
  const cache = await caches.open(SHARED);
  await sweep(cache);
  const text = (name: string) => [form.get(name)].filter((value) => typeof value === 'string').join('');
  const files: Kept['files'][number][] = [];
  for (const file of form.getAll('files')) {
    if (typeof file === 'string') continue;
    const kept = await cache.put(fileOf(id, files.length), new Response(file)).then(
      () => true,
      () => false,
    );
    files.push({ name: file.name, type: file.type, kept });
  }
  const words = { title: text('title'), text: text('text'), url: text('url') };
  const record: Kept = { ...words, files, account, at: Date.now() };
  await cache.put(recordOf(id), new Response(JSON.stringify(record)));
  return id;
}

/** By a page of this account. Undefined if there is nothing by this id that is for it. It stays until `dropShared`, or for a day. */
export async function readShared(id: string, account: string): Promise<Taken | undefined> {
  const cache = await caches.open(SHARED);
  await sweep(cache);
  const kept = (await (await cache.match(recordOf(id)))?.json()) as Kept | undefined;
  if (!kept || (kept.account !== null && kept.account !== account)) return undefined;
  const files: File[] = [];
  const missing: string[] = [];
  for (const [at, { name, type, kept: there }] of kept.files.entries()) {
    const blob = there ? await (await cache.match(fileOf(id, at)))?.blob() : undefined;
    if (blob) files.push(new File([blob], name, { type }));
    else missing.push(name);
  }
  return { title: kept.title, text: kept.text, url: kept.url, files, missing };
}

/** It stands in a composer now, or is not wanted. Never rejects. */
export async function dropShared(id: string): Promise<void> {
  await caches.open(SHARED).then(
    (cache) => drop(cache, id),
    () => undefined,
  );
}

/** Everything but what was shared while nobody was signed in. */
export async function dropOwned(): Promise<void> {
  const cache = await caches.open(SHARED);
  const free = new Set<string>();
  for (const [id, { account }] of await recordsIn(cache)) if (account === null) free.add(id);
  for (const { url } of await cache.keys()) {
    const [, id = ''] = /\/shared\/([^/]+)/.exec(url) ?? [];
    if (!free.has(id)) await cache.delete(url);
  }
}

/** At a start. */
export const sweepShared = async (): Promise<void> => sweep(await caches.open(SHARED));

/** What nobody came for in a day. */
async function sweep(cache: Cache): Promise<void> {
  for (const [id, { at }] of await recordsIn(cache)) if (at < Date.now() - KEPT_MS) await drop(cache, id);
}

async function recordsIn(cache: Cache): Promise<[string, Kept][]> {
  const records: [string, Kept][] = [];
  for (const { url } of await cache.keys()) {
    const [, id] = /\/shared\/([^/]+)$/.exec(url) ?? [];
    const kept = id && ((await (await cache.match(url))?.json()) as Kept | undefined);
    if (id && kept) records.push([id, kept]);
  }
  return records;
}

async function drop(cache: Cache, id: string): Promise<void> {
  const kept = (await (await cache.match(recordOf(id)))?.json()) as Kept | undefined;
  for (const at of kept?.files.keys() ?? []) await cache.delete(fileOf(id, at));
  await cache.delete(recordOf(id));
}
