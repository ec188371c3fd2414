// How much this device keeps, by kind, and the button that clears what can be fetched again.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { ErrorNote } from '#src/kit/ui/feedback/error-card.tsx';
import { showToast } from '#src/kit/ui/feedback/toast-store.ts';
import { fileSize } from '#src/kit/ui/format/file-size.ts';
import { clearKept, type Kept, measureKept } from '#src/offline/device/kept.ts';
import { useClient, useOffline } from '#src/realtime/hooks.ts';
import { Fact } from '../section.tsx';

const kinds: readonly { kind: keyof Kept; term: string; hint: string }[] = [
  { kind: 'read', term: 'Conversations and people', hint: 'What you can read without a connection.' },
  { kind: 'files', term: 'Files and pictures', hint: 'Those you sent or opened. The oldest go first, from 200 MB on.' },
  { kind: 'unsent', term: 'Not sent yet', hint: 'Never deleted to make room.' },
  { kind: 'app', term: 'Limelight itself', hint: 'So that it opens without a connection.' },
];

export function KeptFacts() {
  const client = useClient();
  const offline = useOffline();
  const [failed, setFailed] = useState(false);
  const [clearing, setClearing] = useState(false);
  const { data, isError, refetch } = useQuery({
    queryKey: ['settings', 'room', client.account],
    queryFn: () => measureKept(client.account),
    gcTime: 0,
    retry: false,
    // It has nothing to do with the connection.
    networkMode: 'always',
    meta: { keep: false },
  });
  const clear = async () => {
    setClearing(true);
    const done = await clearKept(client.account).then(
      () => true,
      () => false,
    );
    setFailed(!done);
    setClearing(false);
    if (done) showToast({ text: 'Cleared. It is kept again when you open it.' });
    await refetch();
  };
  const size = (bytes: number | undefined) => (bytes === undefined ? 'Not known' : fileSize(bytes));
  return (
    <>
      <h2 className="ll-section">What is kept</h2>
      <dl className="ll-settings-facts">
        {kinds.map(({ kind, term, hint }) => (
          <Fact key={kind} term={term} hint={hint}>
            {data ? size(data[kind]) : isError ? 'Not known' : '…'}
          </Fact>
        ))}
      </dl>
      {failed ? <ErrorNote text="This browser did not let Limelight clear it." /> : null}
      <div className="ll-settings-buttons">
        <Button onClick={() => void clear()} busy={clearing && 'Clearing…'} disabled={offline}>
          Clear what can be fetched again
        </Button>
      </div>
      {offline ? (
        <p className="ll-muted">Without a connection it could not be fetched again, so it stays for now.</p>
      ) : null}
    </>
  );
}
