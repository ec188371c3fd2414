// The step before a record that has files: each is sent to the server by a form of its own (S7), unless it has arrived. Safe to
// repeat at any point: a form for the same key is for the same file until that is there, and whether it is can be asked.
import { ApiError, isPassing, NetworkError } from '../../api/errors.ts';
import { postForm } from '../../api/post-form.ts';
import type { Answer } from '../../api/request.ts';
import type { BringTools, Outcome } from '../outbox/drain.ts';
import type { OutboxFile, OutboxRecord } from '../outbox/record.ts';
import { heldFiles } from './held-files.ts';
import { plainImage } from './metadata/plain.ts';
import { keepFile, keptFile } from './private-files.ts';
import { arrivedAs, callOff, follow } from './uploads.ts';

// Of contract/files.ts only the paths: its schemas would put the schema library into the worker. A test compares them.
export const PRESIGN_PATH = '/general/s3/upload/presign';
export const METADATA_PATH = '/general/file/metadata';

/** Why a record is refused before the server has seen it; the sentences stand with those of the feature. */
export const uploadCodes = {
  form: 'UPLOAD_NO_FORM',
  day: 'TOO_MANY_BYTES',
  file: 'UPLOAD_FAILED',
  lost: 'UPLOAD_LOST',
} as const;

/** Then it is for the person to decide: something lets calls through, but no files. */
const MOST_TRIES = 3;

interface Form {
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly file_id: string;
}

/** What becomes of the record, decided half-way. */
class Decided extends Error {
  readonly outcome: Outcome;
  constructor(outcome: Outcome) {
    super('Decided');
    this.outcome = outcome;
  }
}
const refused = (error_code: string): Decided => new Decided({ state: 'failed', error_code, frames: [] });

/** `api`: its absolute address. See Bring. */
export async function bringFiles(api: string, record: OutboxRecord, tools: BringTools): Promise<Outcome | null> {
  const known = (await tools.store.all()).flatMap(({ files = [] }) => files.map((file) => file.id));
  const held = heldFiles(tools.account);
  await held.sweep(new Set(known)).catch(() => undefined);
  try {
    for (const file of record.files ?? []) if (!file.there) await bring(file, record, api, tools);
    return null;
  } catch (error) {
    if (error instanceof Decided) return error.outcome;
    throw error;
  }
}

/** Their records are gone: nothing of them is sent or kept any more. */
export async function letGoOf(account: string, files: readonly OutboxFile[]): Promise<void> {
  for (const { id } of files) callOff(id);
  await heldFiles(account).remove(files.map((file) => file.id));
}

async function bring(given: OutboxFile, record: OutboxRecord, api: string, tools: BringTools): Promise<void> {
  const { account, store } = tools;
  const note = async (change: Partial<OutboxFile>) => {
    const next = await store.update(record.seq, (found) => ({
      ...found,
      files: (found.files ?? []).map((one) => (one.id === given.id ? { ...one, ...change } : one)),
    }));
    if (!next) throw new Decided('gone');
  };
  if (given.file_id && (await hasArrived(given.file_id, tools))) return note({ there: true });
  const held = (await heldFiles(account).get(given.id)) ?? (given.file_id && (await keptFile(account, given.file_id)));
  if (!held) throw refused(uploadCodes.lost);
  // What an older version of the app has put here still has its metadata.
  const blob = await plainImage(held);

  const { key, form } = await formFor(given.key, tools);
  const { file_id } = form;
  await note({ key, file_id });
  const posted = await post(given, form, blob, api, tools);
  if (await hasArrived(file_id, tools)) {
    arrivedAs(file_id, given.id);
    await note({ there: true, tries: 0 });
    return keepFile(account, file_id, blob);
  }
  const tries = given.tries + 1;
  const final = posted || tries >= MOST_TRIES;
  await note({ tries: final ? 0 : tries });
  throw final ? refused(uploadCodes.file) : new NetworkError('The file did not arrive');
}

async function hasArrived(file_id: string, { send, signal, judge }: BringTools): Promise<boolean> {
  const query = String(new URLSearchParams({ file_id }));
  const answer = await send({ method: 'GET', path: METADATA_PATH, query }, { signal });
  if (answer.envelope?.status === 'success') return true;
  if (answer.envelope?.error_code === 'FILE_NOT_FOUND') return false;
  throw new Decided(judge(answer));
}

/** With a key that is taken a file came in which nobody here knows the id: then it is another one. */
async function formFor(wanted: string, { send, signal, judge }: BringTools): Promise<{ key: string; form: Form }> {
  const ask = (key: string): Promise<Answer> => {
    const query = String(new URLSearchParams({ key, is_private: 'true' }));
    return send({ method: 'GET', path: PRESIGN_PATH, query }, { signal });
  };
  let key = wanted;
  let answer = await ask(key);
  if (answer.envelope?.status === 'error' && answer.envelope.error_code === 'INVALID_REQUEST') {
    key = wanted.replace(/\d{13}(?=(\.[^./]*)?$)/, String(Date.now()));
    answer = await ask(key);
  }
  if (answer.envelope?.status === 'success') return { key, form: answer.envelope.data as Form };
  const outcome = judge(answer);
  const code = answer.envelope?.error_code === uploadCodes.day ? uploadCodes.day : uploadCodes.form;
  throw outcome === 'later' ? new Decided(outcome) : refused(code);
}

/** False if the connection broke: it may have arrived all the same. */
async function post(file: OutboxFile, form: Form, blob: Blob, api: string, tools: BringTools): Promise<boolean> {
  const body = new FormData();
  for (const [name, value] of Object.entries(form.fields)) body.append(name, value);
  body.append('file', blob, file.name);
  try {
    await follow(file.id, tools.signal, (signal, onProgress) =>
      postForm(new URL(form.url, api).href, body, {
        signal,
        onProgress: (share) => {
          tools.alive?.();
          onProgress(share);
        },
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof NetworkError) return false;
    if (error instanceof ApiError && !isPassing(error)) throw refused(uploadCodes.file);
    // Called off, and not by whoever stops the sending: the record is gone.
    if (!tools.signal?.aborted && (error as Error).name === 'AbortError') throw new Decided('gone');
    throw error;
  }
}
