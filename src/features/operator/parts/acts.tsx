// What was done about operators, the last first.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { RecordedAct } from '#contract/operator/operators.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { actsQuery } from '../data.ts';
import { Ago } from './figures.tsx';
import { Loaded } from './loaded.tsx';

const FEW = 8;
const named = (name: string | null): string => name || 'An operator who was removed';

const SAID: Readonly<Record<string, (by: string, about: string) => string>> = {
  'operator.account_made': (by) => `${by} set up an account`,
  'operator.account_removed': (by, about) => `${by} removed ${about}`,
  'operator.link_made': (by) => `${by} made a link for one more operator`,
  'operator.link_withdrawn': (by) => `${by} withdrew a link`,
  'operator.password_changed': (by) => `${by} changed their password`,
  'operator.password_refused': (by) => `${by} did not know the current password when changing it`,
  'operator.password_reset': (by) => `${by} set a new password by a link`,
  'operator.reset_link_made': (by, about) => `${by} sent ${about} a link for a new password`,
};

function sentence({ action, by, about }: RecordedAct): string {
  const whom = about || 'an operator';
  if (action === 'operator.reset_link_made' && by === null)
    return `A link for a new password of ${whom} was made on the server`;
  return SAID[action]?.(named(by), whom) ?? action;
}

export function Acts() {
  const query = useQuery(actsQuery);
  const [all, setAll] = useState(false);
  return (
    <section aria-labelledby="op-acts">
      <h2 id="op-acts" className="ll-section">
        What operators did
      </h2>
      <Loaded query={query} label="what operators did">
        {(acts) => (
          <>
            <ol className="op-acts">
              {(all ? acts : acts.slice(0, FEW)).map((act) => (
                <li key={act.act_id}>
                  <span>{sentence(act)}</span>
                  <span className="ll-muted">
                    <Ago at={act.created_at} />
                  </span>
                </li>
              ))}
            </ol>
            {!all && acts.length > FEW ? (
              <div className="op-more">
                <Button onClick={() => setAll(true)}>Show more</Button>
              </div>
            ) : null}
            {acts.length ? null : <p className="ll-muted">Nothing is recorded yet.</p>}
          </>
        )}
      </Loaded>
    </section>
  );
}
