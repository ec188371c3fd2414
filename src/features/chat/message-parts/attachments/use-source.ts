// The address at which an attachment can be shown, once somebody wants it; tried again when there is a connection.
import { useEffect, useState } from 'react';
import type { Attachment } from '#contract/chat/attachment.ts';
import { useClient, useConnection } from '#src/realtime/hooks.ts';
import { load, show, urlOf } from './sources.ts';

/** `away`: it needs a connection. `gone`: there is nothing (any more). */
export type Source =
  | { readonly state: 'ready'; readonly url: string }
  | { readonly state: 'loading' | 'away' | 'gone'; readonly url?: undefined };

/** `wanted`: nothing is fetched before. */
export function useSource(file: Attachment, wanted: boolean): Source {
  const { account } = useClient();
  const offline = useConnection().state === 'offline';
  const { file_id } = file;
  const [found, setFound] = useState<{ readonly file_id: string; readonly source: Source }>();
  const url = urlOf(file_id);
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
    load(account, file).then(
      (loaded) => tell({ state: 'ready', url: loaded }),
      (error: Error) => tell({ state: error.name === 'FileGone' || error.name === 'ApiError' ? 'gone' : 'away' }),
    );
    return () => {
      ended = true;
    };
  }, [account, file, file_id, wanted, waits]);
  useEffect(() => (url ? show(file_id) : undefined), [file_id, url]);
  return source;
}
