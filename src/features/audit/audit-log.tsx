// The audit log: who changed what, when; by part of the app, person and time; taken as a file, and checked.
import { useInfiniteQuery } from '@tanstack/react-query';
import { Download, ScrollText, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '#src/api/error-text.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { saveFile } from '#src/kit/ui/export/save-file.ts';
import { EmptyState } from '#src/kit/ui/feedback/empty-state.tsx';
import { ErrorNote } from '#src/kit/ui/feedback/error-card.tsx';
import { SkeletonRows } from '#src/kit/ui/feedback/skeleton.tsx';
import { LoadError } from '#src/kit/ui/layout/load-error.tsx';
import { BackLink, Page } from '#src/kit/ui/layout/page.tsx';
import { useMay, useOffline } from '#src/realtime/hooks.ts';
import { exportLog, logQuery } from './data.ts';
import { FilterBar } from './filter-bar.tsx';
import type { Asked } from './filters.ts';
import { Lines } from './lines.tsx';
import { useVerdict, VerdictNote } from './verdict.tsx';
import './audit.css';

interface AuditLogProps {
  asked: Asked;
  onAsk: (asked: Asked) => void;
}

const texts = { AUDIT_EXPORT_TOO_LARGE: 'A file has 50,000 lines at most: choose a shorter time.' };

export function AuditLog({ asked, onAsk }: AuditLogProps) {
  const sees = useMay('audit.view');
  const offline = useOffline();
  const verdict = useVerdict();
  const [taking, setTaking] = useState(false);
  const [error, setError] = useState<string>();
  const take = async () => {
    setTaking(true);
    setError(undefined);
    try {
      saveFile(await exportLog(asked));
    } catch (thrown) {
      setError(errorText(thrown, texts));
    }
    setTaking(false);
  };
  const actions = (
    <>
      <Button icon={ShieldCheck} disabled={offline} busy={verdict.busy && 'Checking…'} onClick={verdict.check}>
        Check the log
      </Button>
      <Button icon={Download} disabled={offline} busy={taking && 'Exporting…'} onClick={() => void take()}>
        Export
      </Button>
    </>
  );
  return (
    <Page
      title="Audit log"
      measure="reading"
      back={<BackLink to="/admin">Admin</BackLink>}
      actions={sees ? actions : null}
    >
      <div className="ll-settings-section">
        {sees ? (
          <>
            <p className="ll-muted">
              What was done in the administration, around signing in and to spaces. Lines are only ever added, and each
              is tied to the one before it.
            </p>
            <VerdictNote verdict={verdict} />
            {error ? <ErrorNote text={error} /> : null}
            <FilterBar asked={asked} onAsk={onAsk} />
            <Found asked={asked} offline={offline} onAsk={onAsk} />
          </>
        ) : (
          <p className="ll-muted">Only people who may see the audit log can open it.</p>
        )}
      </div>
    </Page>
  );
}

function Found({ asked, offline, onAsk }: AuditLogProps & { offline: boolean }) {
  const query = useInfiniteQuery(logQuery(asked));
  const lines = query.data?.pages.flatMap((page) => page.items);
  if (!lines) {
    if (offline) return <p className="ll-muted">Seeing the log needs a connection.</p>;
    if (query.isError) return <LoadError query={query} />;
    return <SkeletonRows label="lines" rows={8} size={36} />;
  }
  if (!lines.length)
    return (
      <EmptyState
        icon={ScrollText}
        title="Nothing was recorded that fits."
        action={<Button onClick={() => onAsk({})}>Show everything</Button>}
      />
    );
  return (
    <>
      <Lines lines={lines} />
      {query.hasNextPage ? (
        <div className="ll-settings-buttons">
          <Button
            disabled={offline}
            busy={query.isFetchingNextPage && 'Loading…'}
            onClick={() => void query.fetchNextPage({ cancelRefetch: false })}
          >
            Show more
          </Button>
        </div>
      ) : null}
      {query.isFetchNextPageError && !offline ? <LoadError query={query} again={query.fetchNextPage} /> : null}
      {offline ? (
        <p className="ll-meta" role="status">
          Seeing what was recorded since needs a connection.
        </p>
      ) : null}
    </>
  );
}
