// Everything that is otherwise than its kind: where, what comes of it, and the way back to the rule.
import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import type { Exception, Level } from '#contract/notifications.ts';
import { levelOptions, setLevel } from '#src/features/chat/about/level.tsx';
import { IconButton } from '#src/kit/ui/controls/icon-button.tsx';
import { SelectField } from '#src/kit/ui/controls/select-field.tsx';
import { useClient } from '#src/realtime/hooks.ts';
import { usePlaces } from './use-places.ts';

const levels = levelOptions.filter(({ value }) => value !== '');

export function ExceptionsPart({ exceptions }: { exceptions: readonly Exception[] }) {
  const client = useClient();
  const placeOf = usePlaces();
  const rows = exceptions.map((one) => ({ one, ...placeOf(one) })).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return (
    <section className="ll-settings-part" aria-labelledby="notify-exceptions">
      <h2 id="notify-exceptions" className="ll-section">
        Exceptions
      </h2>
      <p className="ll-muted">
        {rows.length
          ? 'Here it is otherwise, whatever is chosen above.'
          : 'None. A conversation’s own page makes them, and the bell of a thread.'}
      </p>
      {rows.length ? (
        <ul className="ll-notify-rows">
          {rows.map(({ one, name, kind, link }) => (
            <li key={one.entity_id}>
              <span>
                <b className="ll-ellipsis">{link ? <Link {...link}>{name}</Link> : name}</b>
                <span className="ll-meta">{kind}</span>
              </span>
              <span className="ll-notify-choice">
                <SelectField
                  label={`Notifications of ${name}`}
                  labelHidden
                  value={one.level}
                  options={levels}
                  onChange={({ target }) => setLevel(client, one, target.value as Level)}
                />
                <IconButton icon={X} label={`${name}: as usual again`} onClick={() => setLevel(client, one, null)} />
              </span>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}
