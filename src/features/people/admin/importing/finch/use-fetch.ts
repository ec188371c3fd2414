// People are being fetched: begun by somebody, or still going on when the page is opened again.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { v7 as uuid } from 'uuid';
import { errorText } from '#src/api/error-text.ts';
import { ApiError, isPassing } from '#src/api/errors.ts';
import { forgetFetch, keepFetch, keptFetch } from '#src/offline/device/kept-fetch.ts';
import { useClient } from '#src/realtime/hooks.ts';
import { peopleTexts } from '../../../messages.ts';
import type { Batch } from '../data.ts';
import { fetchPeople, finchQuery } from './data.ts';

/** These say that the key is another one by now, or gone. */
const OTHER_KEY = /^(FINCH_KEY_CHANGED|NO_FINCH_ACCESS_KEY)$/;

interface Fetch {
  readonly busy: boolean;
  readonly error: string | undefined;
  begin(): void;
}

export function useFetch(onChecked: (batch: Batch) => void): Fetch {
  const client = useQueryClient();
  const { account } = useClient();
  const [import_id, setId] = useState(() => keptFetch(account));
  const [error, setError] = useState<string>();
  const found = useEffectEvent((batch: Batch) => {
    forgetFetch();
    onChecked(batch);
  });
  const failed = useEffectEvent((thrown: unknown) => {
    // What the server could not say just now is asked for again by the same id; what it refused to begin is not begun by coming back.
    if (!isPassing(thrown) || (thrown instanceof ApiError && thrown.status === 429)) forgetFetch();
    if (thrown instanceof ApiError && OTHER_KEY.test(thrown.code)) void client.invalidateQueries(finchQuery);
    setError(errorText(thrown, peopleTexts));
    setId(undefined);
  });
  useEffect(() => {
    if (!import_id) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    fetchPeople(import_id, signal).then(
      (batch) => signal.aborted || found(batch),
      (thrown: unknown) => signal.aborted || failed(thrown),
    );
    return () => leaving.abort();
  }, [import_id]);
  const begin = () => {
    const next = keptFetch(account) ?? uuid();
    keepFetch(account, next);
    setError(undefined);
    setId(next);
  };
  return { busy: import_id !== undefined, error, begin };
}
