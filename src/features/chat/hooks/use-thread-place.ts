// The thread that is open beside a conversation: `?thread=ROOT`, so that it can be linked and going back closes it.
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo, useRef } from 'react';

export interface ThreadPlace {
  readonly id: string | undefined;
  readonly open: (root_id: string) => void;
  readonly close: () => void;
}

export function useThreadPlace(): ThreadPlace {
  const { thread: id } = useSearch({ strict: false });
  const navigate = useNavigate();
  const { history } = useRouter();
  const shown = useRef(id);
  /** It was opened from here: the page before is the one without it. */
  const opened = useRef(false);
  useEffect(() => {
    shown.current = id;
    if (!id) opened.current = false;
  }, [id]);
  const acts = useMemo(
    () => ({
      open: (thread: string) => {
        if (shown.current === thread) return;
        const replace = shown.current !== undefined;
        opened.current ||= !replace;
        void navigate({ to: '.', search: { thread }, replace });
      },
      close: () => {
        if (!shown.current) return;
        // Once: the focus that comes back to the conversation would close it again, and lead one page further back.
        shown.current = undefined;
        if (opened.current) history.back();
        else void navigate({ to: '.', search: {}, replace: true });
      },
    }),
    [navigate, history],
  );
  return { id, ...acts };
}
