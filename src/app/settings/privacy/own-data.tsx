// All that is kept about oneself, as one file: asked for with the password, and downloaded once it is made.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { metadata } from '#contract/files.ts';
import type { ResponseOf } from '#contract/kernel/endpoint.ts';
import { askExport, EXPORT_KEPT_DAYS, type getExport } from '#contract/privacy.ts';
import { errorText } from '#src/api/error-text.ts';
import { authTexts } from '#src/features/auth/messages.ts';
import { exportTexts } from '#src/kit/privacy/texts.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { saveAddress } from '#src/kit/ui/export/save-file.ts';
import { ErrorCard, ErrorNote } from '#src/kit/ui/feedback/error-card.tsx';
import { SkeletonRows } from '#src/kit/ui/feedback/skeleton.tsx';
import { Spinner } from '#src/kit/ui/feedback/spinner.tsx';
import { date, dateAndTime } from '#src/kit/ui/format/dates.ts';
import { fileSize } from '#src/kit/ui/format/file-size.ts';
import { useFocusKept } from '#src/kit/ui/hooks/use-focus-kept.ts';
import { lazyPart } from '#src/kit/ui/lazy-part.tsx';
import { app } from '#src/realtime/app.ts';
import { useOffline } from '#src/realtime/hooks.ts';
import { Fact } from '../section.tsx';
import { ownAddress } from '../security/second-factor/own-address.ts';
import { exportQuery } from './data.ts';
import './own-data.css';

const AskExport = lazyPart(() => import('#src/kit/privacy/ask-export.tsx'), 'AskExport');

type State = ResponseOf<typeof getExport>;

export function OwnData() {
  const client = useQueryClient();
  const query = useQuery(exportQuery);
  const offline = useOffline();
  const [asks, setAsks] = useState(false);
  const title = useRef<HTMLHeadingElement>(null);
  // The button that was pressed goes when it is asked for.
  const focus = useFocusKept({ next: () => title.current });
  const { data } = query;
  const ask = async (given: { password?: string }) => {
    const { data_export } = await app.call(askExport, given);
    client.setQueryData(exportQuery.queryKey, (now) => now && { ...now, data_export });
    setAsks(false);
    void client.invalidateQueries(exportQuery);
  };
  return (
    <section aria-labelledby="own-data" className="ll-settings-part" {...focus}>
      <h2 id="own-data" ref={title} className="ll-section" tabIndex={-1}>
        Your data
      </h2>
      <p className="ll-muted">
        Everything Limelight keeps about you, in one file: your profile, what you wrote, your files and your settings.
      </p>
      {data ? (
        <Found state={data} offline={offline} onAsk={() => setAsks(true)} />
      ) : query.isError && !offline ? (
        <ErrorCard onRetry={() => void query.refetch()} retrying={query.isFetching} />
      ) : offline ? null : (
        <SkeletonRows label="your data" rows={1} size={40} />
      )}
      {offline ? (
        <p className="ll-meta" role="status">
          {data ? 'Downloading your data needs a connection.' : 'Seeing this needs a connection.'}
        </p>
      ) : null}
      <Suspense>
        {asks && data ? (
          <AskExport
            title="Download your data"
            action="Make my file"
            asks={data.asks}
            who={ownAddress()}
            texts={authTexts}
            onAsk={ask}
            onClose={() => setAsks(false)}
          >
            It is put together in the background. A mail tells you when it is ready.
          </AskExport>
        ) : null}
      </Suspense>
    </section>
  );
}

interface FoundProps {
  state: State;
  offline: boolean;
  onAsk: () => void;
}

function Found({ state: { data_export, again_at }, offline, onAsk }: FoundProps) {
  const status = data_export?.status;
  if (status === 'waiting')
    return (
      <p className="ll-own-data" role="status">
        <Spinner size={18} /> Your file is being put together. You can leave this page: a mail tells you when it is
        ready.
      </p>
    );
  return (
    <>
      {status === 'failed' ? <ErrorNote text="Your file could not be made. Please try again." /> : null}
      {data_export?.status === 'ready' ? <Ready made={data_export} offline={offline} /> : null}
      {again_at ? (
        <p className="ll-meta">{`You can ask for a new file from ${dateAndTime(again_at)}.`}</p>
      ) : (
        <div className="ll-settings-buttons">
          <Button
            kind={status === 'ready' ? 'soft' : 'ink'}
            disabled={offline}
            onClick={onAsk}
            onPointerEnter={AskExport.preload}
          >
            {status === 'ready' ? 'Make a new file' : 'Download your data'}
          </Button>
        </div>
      )}
    </>
  );
}

function Ready({ made, offline }: { made: NonNullable<State['data_export']>; offline: boolean }) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const { file_id, size, expires_at, ready_at } = made;
  const save = async () => {
    setBusy(true);
    setError(undefined);
    try {
      const { download_url, name } = await app.call(metadata, { file_id: file_id ?? '' });
      saveAddress(download_url, name);
    } catch (thrown) {
      setError(errorText(thrown, exportTexts));
    }
    setBusy(false);
  };
  return (
    <>
      {error ? <ErrorNote text={error} /> : null}
      <dl className="ll-settings-facts">
        <Fact
          term="Your file is ready"
          hint={`Made on ${date(ready_at ?? '')}. It is here for ${EXPORT_KEPT_DAYS} days, until ${date(expires_at ?? '')}.`}
        >
          <span className="ll-digits">{fileSize(size ?? 0)}</span>
        </Fact>
      </dl>
      <div className="ll-settings-buttons">
        <Button kind="ink" icon={Download} disabled={offline} busy={busy && 'Downloading…'} onClick={() => void save()}>
          Download
        </Button>
      </div>
    </>
  );
}
