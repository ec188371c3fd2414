// The address at which an attachment can be shown, once somebody wants it; tried again when there is a connection, and with
// one until it comes.
import { useEffect, useState } from 'react';
import type { Attachment } from '#contract/chat/attachment.ts';
import { ApiError } from '#src/api/errors.ts';
import { useClient, useOffline } from '#src/realtime/hooks.ts';
import { load, show, urlOf } from './sources.ts';

/** `away`: it needs a connection. `gone`: there is nothing (any more). */
export type Source =
  | { readonly state: 'ready'; readonly url: string }
  | { readonly state: 'loading' | 'away' | 'gone'; readonly url?: undefined };

/** Until it is tried again: from two seconds on, twice as long each time. */
const pauseBefore = (attempt: number): number => Math.min(60_000, 2_000 * 2 ** attempt);

/** What a failure says of the file: a server that only stumbles still has it. */
const saidBy = (error: Error): 'gone' | 'away' =>
  error.name === 'FileGone' || (error instanceof ApiError && error.status < 500 && error.status !== 429)
    ? 'gone'
    : 'away';

/** `wanted`: nothing is fetched before. `small`: its preview will do. */
export function useSource(
  file: Pick<Attachment, 'file_id' | 'mime_type' | 'size'>,
  wanted: boolean,
  small = false,
): Source {
  const { account } = useClient();
  const offline = useOffline();
  const { file_id } = file;
  const [found, setFound] = useState<{ readonly file_id: string; readonly source: Source }>();
  const [attempt, setAttempt] = useState(0);
  const url = urlOf(file_id, small);
  const source: Source = url
    ? { state: 'ready', url }
    : found?.file_id === file_id && found.source.state !== 'ready'
      ? found.source
      : { state: 'loading' };
  const { state } = source;
  const waits = state === 'loading' || (state === 'away' && !offline);
  useEffect(() => {
    if (!wanted || !waits) return;
    let ended = false;
    const tell = (next: Source) => {
      if (!ended) setFound({ file_id, source: next });
    };
    load(account, file, small).then(
      (loaded) => tell({ state: 'ready', url: loaded }),
      (error: Error) => tell({ state: saidBy(error) }),
    );
    return () => {
      ended = true;
    };
  }, [account, file, file_id, wanted, waits, small, attempt]);
  const stumbles = state === 'away' && !offline && wanted;
  useEffect(() => {
    if (!stumbles) return undefined;
    const timer = setTimeout(() => setAttempt(attempt + 1), pauseBefore(attempt));
    return () => clearTimeout(timer);
  }, [stumbles, attempt]);
  useEffect(() => (url ? show(file_id, small) : undefined), [file_id, url, small]);
  return source;
}
