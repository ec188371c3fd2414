// What this device keeps of the company: how fresh it is, what waits to be sent, how much room it takes.
import { useQuery } from '@tanstack/react-query';
import { useSnapshot } from 'valtio';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { ErrorNote } from '#src/kit/ui/feedback/error-card.tsx';
import { dateAndTime } from '#src/kit/ui/format/dates.ts';
import { fileSize } from '#src/kit/ui/format/file-size.ts';
import { relativeTime } from '#src/kit/ui/format/relative-time.ts';
import { useNow } from '#src/kit/ui/hooks/use-now.ts';
import { askToPersist, storage } from '#src/offline/warnings.ts';
import { useClient, useConnection, useWaiting } from '#src/realtime/hooks.ts';
import { queuedIn } from '../../state/waiting.ts';
import { Fact, Section } from '../section.tsx';
import { KeptFacts } from './kept-facts.tsx';
import { problemTexts } from './problem-texts.ts';

export function StorageSection() {
  const { problem } = useSnapshot(storage);
  return (
    <Section title="Storage on this device">
      <p className="ll-muted">
        What you have opened stays readable without a connection, and what you write waits here until it can be sent.
      </p>
      {problem ? <ErrorNote text={problemTexts[problem]} /> : null}
      <dl className="ll-settings-facts">
        <Synced />
        <Waiting />
        <Room />
        <Persisted />
      </dl>
      <KeptFacts />
    </Section>
  );
}

function Synced() {
  const { state, lastSyncedAt } = useConnection();
  const now = useNow();
  const hint = { online: 'Changes arrive as they happen.', connecting: 'Connecting…', offline: 'Connectivity issue' }[
    state
  ];
  return (
    <Fact term="Up to date as of" hint={hint}>
      {lastSyncedAt === null ? (
        'Not yet'
      ) : (
        <time dateTime={new Date(lastSyncedAt).toISOString()} title={dateAndTime(lastSyncedAt)}>
          {relativeTime(lastSyncedAt, now)}
        </time>
      )}
    </Fact>
  );
}

function Waiting() {
  const client = useClient();
  const items = useWaiting();
  const waiting = queuedIn(items);
  const refused = items.filter(({ state }) => state === 'failed').length;
  return (
    <Fact term="Waiting to be sent" hint={refused ? refusedText(refused) : undefined}>
      <span>{waiting === 0 ? 'Nothing' : waiting === 1 ? '1 change' : `${waiting} changes`}</span>
      {waiting ? (
        <Button size="small" onClick={() => client.wake()}>
          Try now
        </Button>
      ) : null}
    </Fact>
  );
}

const refusedText = (count: number): string =>
  `${count === 1 ? '1 change was' : `${count} changes were`} refused. You find them marked where you made them.`;

/** What the browser says, as often as this page is opened. */
const roomQuery = {
  queryKey: ['settings', 'room', 'total'],
  queryFn: async () => {
    const { usage = 0, quota = 0 } = await navigator.storage.estimate();
    return { usage, quota };
  },
  gcTime: 0,
  retry: false,
  meta: { keep: false },
} as const;

function Room() {
  const { data, isError } = useQuery(roomQuery);
  const hint = data?.quota ? `Of about ${fileSize(data.quota)} that the browser grants.` : undefined;
  return (
    <Fact term="Room taken" hint={hint}>
      {data ? fileSize(data.usage) : isError ? 'Not known' : '…'}
    </Fact>
  );
}

function Persisted() {
  const { persisted } = useSnapshot(storage);
  return (
    <Fact
      term="When room runs short"
      hint={
        persisted
          ? 'The browser has promised to keep what is stored here.'
          : 'The browser may delete it. It is read again then; unsent changes would be lost.'
      }
    >
      {persisted ? 'Stays' : 'May go'}
      {persisted ? null : (
        <Button size="small" onClick={() => void askToPersist()}>
          Ask to keep it
        </Button>
      )}
    </Fact>
  );
}
