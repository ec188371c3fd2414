// Reads the bytes of a file at a signed address: no session, no envelope.
import { ApiError, NetworkError } from './errors.ts';

/** `url`: absolute, or a path of the API's own server. Throws ApiError (not to be had there), NetworkError, or AbortError. */
export async function getFile(url: string, signal?: AbortSignal): Promise<Blob> {
  const address = new URL(url, import.meta.env.VITE_BACKEND_URL || location.href);
  try {
    const answer = await fetch(address, { credentials: 'omit', signal: signal ?? null });
    if (!answer.ok) throw new ApiError('FILE_NOT_FOUND', answer.status);
    return await answer.blob();
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    throw error instanceof ApiError ? error : new NetworkError(error);
  }
}
