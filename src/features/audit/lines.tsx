// Lines of the log, newest first, under the day they belong to. Behind each is what stands in the database.
import { useMemo } from 'react';
import { PROVISIONING_ACTOR } from '#contract/audit.ts';
import { Avatar } from '#src/kit/people/avatar.tsx';
import { useDirectory } from '#src/kit/people/directory.ts';
import { nobodyKnown } from '#src/kit/people/names.ts';
import { clock, date, dateAndTime, dayKey } from '#src/kit/ui/format/dates.ts';
import { fullName } from '#src/kit/ui/format/names.ts';
import type { Line } from './data.ts';
import { lineText, nobodysName } from './words.ts';

interface Who {
  name: string;
  picture: string | null;
}

function useWho(): (id: unknown) => Who {
  const directory = useDirectory();
  return (id) => {
    if (id === PROVISIONING_ACTOR) return { name: 'Provisioning', picture: null };
    const person = typeof id === 'string' ? directory.get(id) : undefined;
    if (person) return { name: fullName(person), picture: person.profile_url };
    return { name: directory === nobodyKnown ? 'Somebody' : 'a former employee', picture: null };
  };
}

export function Lines({ lines }: { lines: readonly Line[] }) {
  const who = useWho();
  const days = useMemo(() => [...Map.groupBy(lines, (line) => dayKey(line.created_at))], [lines]);
  return days.map(([key, ofDay]) => (
    <section key={key} className="ll-audit-day" aria-labelledby={`audit-${key}`}>
      <h2 id={`audit-${key}`}>{date(ofDay[0]?.created_at ?? '')}</h2>
      <ol>
        {ofDay.map((line) => (
          <li key={line.audit_id}>
            <Row line={line} who={who} />
          </li>
        ))}
      </ol>
    </section>
  ));
}

function Row({ line, who }: { line: Line; who: (id: unknown) => Who }) {
  const { name, picture } =
    line.actor_id === null ? { name: nobodysName(line.action), picture: null } : who(line.actor_id);
  const shown = name.charAt(0).toUpperCase() + name.slice(1);
  return (
    <details className="ll-audit-line">
      <summary>
        <Avatar name={shown} src={picture} size={32} />
        <span className="ll-audit-text">
          <strong>{shown}</strong> {lineText(line, (id) => who(id).name)}
        </span>
        <time className="ll-meta ll-digits" dateTime={line.created_at}>
          {clock(line.created_at)}
        </time>
      </summary>
      <Facts line={line} />
    </details>
  );
}

function Facts({ line: { action, created_at, detail, sealed } }: { line: Line }) {
  return (
    <dl className="ll-audit-facts">
      <dt>Time</dt>
      <dd>{dateAndTime(created_at)}</dd>
      <dt>Action</dt>
      <dd>
        <code>{action}</code>
      </dd>
      {Object.entries(detail).map(([name, value]) => (
        <Fact key={name} name={name} value={value} />
      ))}
      <dt>Place</dt>
      <dd className="ll-digits">{sealed ? sealed.position.toLocaleString('en') : 'In a moment'}</dd>
      {sealed ? (
        <>
          <dt>Hash</dt>
          <dd>
            <code>{sealed.hash}</code>
          </dd>
        </>
      ) : null}
    </dl>
  );
}

const Fact = ({ name, value }: { name: string; value: unknown }) => (
  <>
    <dt>{name}</dt>
    <dd>
      <code>{typeof value === 'string' ? value : JSON.stringify(value)}</code>
    </dd>
  </>
);
