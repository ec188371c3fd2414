// Who runs the server: all operators, links that nobody has used yet, and what was done about either.
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { ListedOperator, OperatorLink as OpenLink } from '#contract/operator/operators.ts';
import type { Operator } from '#contract/operator.ts';
import { errorText } from '#src/api/error-text.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { Chip } from '#src/kit/ui/feedback/chip.tsx';
import { showToast } from '#src/kit/ui/feedback/toast-store.ts';
import { dateAndTime } from '#src/kit/ui/format/dates.ts';
import { PageHeader } from '#src/kit/ui/layout/page.tsx';
import { mailResetLink, operatorsQuery, withdrawLink } from '../data.ts';
import { operatorTexts } from '../messages.ts';
import { Acts } from '../parts/acts.tsx';
import { AddOperator } from '../parts/add-operator.tsx';
import { Ago } from '../parts/figures.tsx';
import { OperatorLink } from '../parts/link.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { RemoveOperator } from '../parts/remove-operator.tsx';

export function Operators({ me }: { me: Operator }) {
  const query = useQuery(operatorsQuery);
  const [adding, setAdding] = useState(false);
  const [leaver, setLeaver] = useState<ListedOperator>();
  return (
    <>
      <PageHeader
        title="Operators"
        actions={
          <Button kind="primary" icon={Plus} onClick={() => setAdding(true)}>
            Add operator
          </Button>
        }
      />
      <Loaded query={query} label="operators">
        {({ items, links }) => (
          <>
            <Table items={items} me={me} onRemove={setLeaver} />
            {links.length ? <Links links={links} /> : null}
          </>
        )}
      </Loaded>
      <Acts />
      {adding ? <AddOperator onClose={() => setAdding(false)} /> : null}
      {leaver ? <RemoveOperator operator={leaver} onClose={() => setLeaver(undefined)} /> : null}
    </>
  );
}

interface TableProps {
  items: readonly ListedOperator[];
  me: Operator;
  onRemove: (one: ListedOperator) => void;
}

function Table({ items, me, onRemove }: TableProps) {
  return (
    <table className="op-table">
      <caption className="ll-hidden-text">Operators, the first one first</caption>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">E-mail</th>
          <th scope="col">Added</th>
          <th scope="col">Last signed in</th>
          <th scope="col">
            <span className="ll-hidden-text">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((one) => (
          <tr key={one.operator_id}>
            <th scope="row">
              <span className="op-named">
                {one.name}
                {one.operator_id === me.operator_id ? <Chip>You</Chip> : null}
              </span>
            </th>
            <td data-label="E-mail" className="op-long">
              {one.email_id}
            </td>
            <td data-label="Added">
              <Ago at={one.created_at} />
            </td>
            <td data-label="Last signed in">
              <Ago at={one.signed_in_at} />
            </td>
            <td className="op-number">
              {one.operator_id === me.operator_id ? (
                <Button asChild size="small">
                  <OperatorLink at="account">Change password</OperatorLink>
                </Button>
              ) : (
                <span className="op-actions">
                  <Act
                    label={`Send password link to ${one.name}`}
                    busyText="Sending…"
                    done={`A link for a new password is on its way to ${one.email_id}.`}
                    run={() => mailResetLink(one.operator_id)}
                  >
                    Send password link
                  </Act>
                  <Button size="small" aria-label={`Remove ${one.name}`} onClick={() => onRemove(one)}>
                    Remove
                  </Button>
                </span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface ActProps {
  /** What assistive tools hear. */
  label: string;
  busyText: string;
  /** What is said once it is done. */
  done: string;
  run: () => Promise<void>;
  children: ReactNode;
}

/** What is done with a press, and said. */
function Act({ label, busyText, done, run, children }: ActProps) {
  const [busy, setBusy] = useState(false);
  const press = async () => {
    setBusy(true);
    await run().then(
      () => showToast({ text: done }),
      (error: unknown) => showToast({ text: errorText(error, operatorTexts) }),
    );
    setBusy(false);
  };
  return (
    <Button size="small" busy={busy && busyText} aria-label={label} onClick={() => void press()}>
      {children}
    </Button>
  );
}

function Links({ links }: { links: readonly OpenLink[] }) {
  return (
    <section aria-labelledby="op-links">
      <h2 id="op-links" className="ll-section">
        Waiting to be set up
      </h2>
      <table className="op-table">
        <caption className="ll-hidden-text">Links that nobody has used yet</caption>
        <thead>
          <tr>
            <th scope="col">Link for</th>
            <th scope="col">Made by</th>
            <th scope="col">Works until</th>
            <th scope="col">
              <span className="ll-hidden-text">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {links.map((link) => (
            <tr key={link.link_id}>
              <th scope="row">{link.email_id ?? 'Whoever has it'}</th>
              <td data-label="Made by">{link.made_by}</td>
              <td data-label="Works until">{dateAndTime(link.expires_at)}</td>
              <td className="op-number">
                <Act
                  label={`Withdraw the link for ${link.email_id ?? 'whoever has it'}`}
                  busyText="Withdrawing…"
                  done="The link does not work any more."
                  run={() => withdrawLink(link.link_id)}
                >
                  Withdraw
                </Act>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
