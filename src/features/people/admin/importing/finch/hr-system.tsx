// The other way to begin: people are fetched from the company's HR system, by a key that somebody has entered once.
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useDirectory } from '#src/kit/people/directory.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { ErrorNote } from '#src/kit/ui/feedback/error-card.tsx';
import { SkeletonRows } from '#src/kit/ui/feedback/skeleton.tsx';
import { date } from '#src/kit/ui/format/dates.ts';
import { fullName } from '#src/kit/ui/format/names.ts';
import { useFocusKept } from '#src/kit/ui/hooks/use-focus-kept.ts';
import { useMay, useOffline } from '#src/realtime/hooks.ts';
import { Awaited } from '../../frame.tsx';
import type { Batch } from '../data.ts';
import { type Connection, finchQuery } from './data.ts';
import { KeyForm } from './key-form.tsx';
import { RemoveKey } from './remove-key.tsx';
import { useFetch } from './use-fetch.ts';

interface HrSystemProps {
  onChecked: (batch: Batch) => void;
}

export function HrSystem({ onChecked }: HrSystemProps) {
  const query = useQuery(finchQuery);
  const offline = useOffline();
  const mayConfigure = useMay('company.configure');
  const [replaces, setReplaces] = useState(false);
  const title = useRef<HTMLHeadingElement>(null);
  const focus = useFocusKept({ next: () => title.current });
  const connection = query.data?.connection;
  return (
    <section className="ll-admin-part" aria-labelledby="hr-system" {...focus}>
      <h2 ref={title} id="hr-system" className="ll-section" tabIndex={-1}>
        Import from your HR system
      </h2>
      {!query.data ? (
        <Awaited query={query} offline={offline} what="your HR system" />
      ) : connection ? (
        <Connected
          connection={connection}
          offline={offline}
          mayConfigure={mayConfigure}
          replaces={replaces}
          onReplace={setReplaces}
          onChecked={onChecked}
        />
      ) : (
        <>
          <p className="ll-muted">
            Limelight can read people from most HR and payroll systems through Finch (tryfinch.com). Connect yours
            there, and enter the access key that Finch gives you for it.
          </p>
          {mayConfigure ? (
            <KeyForm offline={offline} />
          ) : (
            <p className="ll-muted">It is not connected yet. Ask somebody who may configure your company to do it.</p>
          )}
        </>
      )}
    </section>
  );
}

interface ConnectedProps extends HrSystemProps {
  connection: Connection;
  offline: boolean;
  mayConfigure: boolean;
  /** Another key is being entered. */
  replaces: boolean;
  onReplace: (replaces: boolean) => void;
}

function Connected({ connection, offline, mayConfigure, replaces, onReplace, onChecked }: ConnectedProps) {
  const { key_end, set_by, set_at } = connection;
  const by = useDirectory().get(set_by);
  return (
    <>
      <p className="ll-muted">
        What is read: names, work e-mail, work phone, job title, department, manager, place of work, birth date and
        first day. Pay and home addresses are not kept. Departments have to be here already, by the same name.
      </p>
      <Fetch offline={offline} onChecked={onChecked} />
      <div className="ll-import-key">
        <p className="ll-meta">
          {`Connected on ${date(set_at)}${by ? ` by ${fullName(by)}` : ''}, with the access key that ends in `}
          <code>{key_end}</code>.
        </p>
        {mayConfigure && !replaces ? (
          <div className="ll-admin-buttons">
            <Button size="small" disabled={offline} onClick={() => onReplace(true)}>
              Replace key
            </Button>
            <RemoveKey offline={offline} />
          </div>
        ) : null}
      </div>
      {mayConfigure && replaces ? <KeyForm offline={offline} onDone={() => onReplace(false)} /> : null}
    </>
  );
}

function Fetch({ offline, onChecked }: HrSystemProps & { offline: boolean }) {
  const { busy, error, begin } = useFetch(onChecked);
  return (
    <>
      {error ? <ErrorNote text={error} /> : null}
      <div className="ll-admin-buttons">
        <Button kind="ink" disabled={offline} busy={busy && 'Reading your HR system…'} onClick={begin}>
          Look at what would change
        </Button>
        {offline ? <span className="ll-muted">Importing needs a connection.</span> : null}
      </div>
      {busy ? (
        <>
          <p className="ll-muted" role="status">
            This can take a minute or more. You may leave this page: what would change is shown here when you come back.
          </p>
          <SkeletonRows label="people of your HR system" rows={3} size={40} />
        </>
      ) : (
        <p className="ll-meta">Nothing is written until you have seen what happens to each person.</p>
      )}
    </>
  );
}
