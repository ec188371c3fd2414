// What was imported in the last 30 days: each with what became of it, and the way back.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { useDirectory } from '#src/kit/people/directory.ts';
import { fullName } from '#src/kit/ui/format/names.ts';
import { relativeTime } from '#src/kit/ui/format/relative-time.ts';
import { useOffline } from '#src/realtime/hooks.ts';
import { Awaited } from '../frame.tsx';
import { importsQuery } from './data.ts';
import { fileName, resultWords } from './words.ts';

export function PastImports() {
  const query = useQuery(importsQuery);
  const people = useDirectory();
  const offline = useOffline();
  const by = (employee_id: string) => {
    const person = people.get(employee_id);
    return person ? fullName(person) : 'Somebody who left';
  };
  return (
    <section className="ll-admin-part" aria-labelledby="past-imports">
      <h2 id="past-imports" className="ll-section">
        Past imports
      </h2>
      {!query.data ? (
        <Awaited query={query} offline={offline} what="past imports" />
      ) : !query.data.length ? (
        <p className="ll-muted">None in the last 30 days.</p>
      ) : (
        <ul className="ll-groups">
          {query.data.map((batch) => (
            <li key={batch.import_id}>
              <Link to="." search={{ import_id: batch.import_id } as never} className="ll-group">
                <span className="ll-department-what">
                  <span className="ll-strong">{fileName(batch)}</span>
                  <span className="ll-meta">{`${by(batch.created_by)}, ${relativeTime(batch.created_at)}`}</span>
                </span>
                <span className="ll-meta ll-digits">{resultWords(batch)}</span>
                <ChevronRight size={20} strokeWidth={1.9} aria-hidden="true" />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
