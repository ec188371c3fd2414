// Posts a form to a presigned address: no session, no envelope, perhaps not even our server. Whoever uploads a file shows how
// far it is, and fetch cannot tell that.
import { ApiError, NetworkError } from './errors.ts';

export interface PostOptions {
  readonly signal?: AbortSignal | undefined;
  /** From 0 to 1, as bytes leave. */
  readonly onProgress?: ((share: number) => void) | undefined;
}

/** Without progress for so long it counts as broken. Milliseconds. */
const SILENCE_MS = 60_000;

/** Resolves when the form was taken. Throws ApiError (refused; the code is our server's, or empty), NetworkError, or AbortError. */
export function postForm(url: string, form: FormData, { signal, onProgress }: PostOptions = {}): Promise<void> {
  if (!('XMLHttpRequest' in globalThis)) return postUnseen(url, form, signal);
  // oxlint-disable-next-line no-restricted-globals -- the one place that needs to know how many bytes have left
  const request = new XMLHttpRequest();
  return new Promise((done, fail) => {
    const abort = () => request.abort();
    let patience: ReturnType<typeof setTimeout>;
    const wait = () => {
      clearTimeout(patience);
      patience = setTimeout(abort, SILENCE_MS);
    };
    const end = (settle: () => void) => () => {
      clearTimeout(patience);
      signal?.removeEventListener('abort', abort);
      settle();
    };
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      wait();
      if (total) onProgress?.(loaded / total);
    });
    request.addEventListener(
      'load',
      end(() => (request.status < 300 ? done() : fail(new ApiError(codeIn(request.responseText), request.status)))),
    );
    request.addEventListener(
      'error',
      end(() => fail(new NetworkError())),
    );
    request.addEventListener(
      'abort',
      end(() => fail(signal?.aborted ? signal.reason : new NetworkError('Timed out'))),
    );
    if (signal?.aborted) return fail(signal.reason);
    signal?.addEventListener('abort', abort);
    request.open('POST', url);
    wait();
    request.send(form);
  });
}

/** In the worker, where nobody looks on. */
async function postUnseen(url: string, form: FormData, signal: AbortSignal | undefined): Promise<void> {
  try {
    const answer = await fetch(url, { method: 'POST', body: form, credentials: 'omit', signal: signal ?? null });
    if (!answer.ok) throw new ApiError(codeIn(await answer.text()), answer.status);
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    throw error instanceof ApiError ? error : new NetworkError(error);
  }
}

/** Our own server answers in its envelope, another store in XML of its own. */
function codeIn(text: string): string {
  try {
    return (JSON.parse(text) as { error_code?: string }).error_code ?? '';
  } catch {
    return '';
  }
}
