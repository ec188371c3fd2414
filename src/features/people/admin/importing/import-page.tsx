// Admin, import people: which step it is at follows from the import that stands in the address.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { FileX2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { EmptyState } from '#src/kit/ui/feedback/empty-state.tsx';
import { BackLink } from '#src/kit/ui/layout/page.tsx';
import { useOffline } from '#src/realtime/hooks.ts';
import { Awaited, Frame } from '../frame.tsx';
import { ChooseFile } from './choose-file.tsx';
import { Columns } from './columns.tsx';
import { type Batch, importQuery } from './data.ts';
import { HrSystem } from './finch/hr-system.tsx';
import { PastImports } from './past-imports.tsx';
import { Progress } from './progress.tsx';
import { Review } from './review.tsx';
import { Steps } from './steps.tsx';
import './importing.css';

export function ImportPage() {
  const { import_id } = useSearch({ strict: false }) as { import_id?: string };
  const navigate = useNavigate();
  const client = useQueryClient();
  const open = (batch: Batch | undefined) => {
    if (batch) client.setQueryData(importQuery(batch.import_id).queryKey, batch);
    // As a whole: no route names this one word of an address.
    void navigate({ to: '.', search: (batch ? { import_id: batch.import_id } : {}) as never });
  };
  return (
    <Frame
      title="Import people"
      back={<BackLink to="/admin/people">People</BackLink>}
      actions={import_id ? <Button onClick={() => open(undefined)}>New import</Button> : null}
    >
      {import_id ? (
        <One key={import_id} import_id={import_id} onOpen={open} />
      ) : (
        <div className="ll-import">
          <Steps left={4} />
          <ChooseFile onChecked={open} />
          <HrSystem onChecked={open} />
          <PastImports />
        </div>
      )}
    </Frame>
  );
}

interface OneProps {
  import_id: string;
  onOpen: (batch: Batch | undefined) => void;
}

function One({ import_id, onOpen }: OneProps) {
  const query = useQuery(importQuery(import_id));
  const offline = useOffline();
  const batch = query.data;
  // What has been looked at: a file whose headings are all known goes by its columns once.
  const [columns, setColumns] = useState<boolean>();
  const client = useQueryClient();
  const keep = (next: Batch) => void client.setQueryData(importQuery(import_id).queryKey, next);
  if (!batch) {
    const gone = (query.error as { code?: string } | null)?.code === 'IMPORT_NOT_FOUND';
    if (!gone) return <Awaited query={query} offline={offline} what="the import" />;
    return (
      <EmptyState
        icon={FileX2}
        title="This import is no longer there"
        text="What was only looked at is forgotten after a day, what has run after 30."
        action={<Button onClick={() => onOpen(undefined)}>Choose a file</Button>}
      />
    );
  }
  const asksAgain = batch.source === 'file' && (columns ?? true);
  const asks = batch.status === 'columns' || (batch.status === 'checked' && asksAgain);
  return (
    <div className="ll-import">
      <Steps
        source={batch.source}
        left={asks ? 3 : batch.status === 'checked' ? 2 : batch.status === 'running' ? 1 : 0}
      />
      {asks ? (
        <Columns
          batch={batch}
          offline={offline}
          onOther={() => onOpen(undefined)}
          onDone={(next) => {
            onOpen(next);
            setColumns(false);
          }}
        />
      ) : batch.status === 'checked' ? (
        <Review batch={batch} offline={offline} onAnswered={keep} onRun={onOpen} onColumns={() => setColumns(true)} />
      ) : (
        <Progress batch={batch} offline={offline} onChange={onOpen} />
      )}
    </div>
  );
}
