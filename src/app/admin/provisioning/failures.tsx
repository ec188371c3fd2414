// The last calls of the provider that failed, each with why.
import { Link } from '@tanstack/react-router';
import { useDirectory } from '#src/kit/people/directory.ts';
import { dateAndTime } from '#src/kit/ui/format/dates.ts';
import { fullName } from '#src/kit/ui/format/names.ts';
import type { Failure } from './data.ts';

export function Failures({ failures }: { failures: readonly Failure[] }) {
  const directory = useDirectory();
  return (
    <section aria-labelledby="provisioning-failures" className="ll-settings-part">
      <h2 id="provisioning-failures" className="ll-section">
        Calls that failed
      </h2>
      {failures.length ? (
        <ul className="ll-provisioning-list">
          {failures.map(({ failure_id, method, resource, status, reason, employee_id, created_at }) => {
            const person = employee_id ? directory.get(employee_id) : undefined;
            return (
              <li key={failure_id} className="ll-provisioning-item">
                <div className="ll-provisioning-what">
                  <span>{reason}</span>
                  <span className="ll-meta">
                    <code>{`${method} ${resource}`}</code>
                    {` · ${status} · ${dateAndTime(created_at)}`}
                    {person ? (
                      <>
                        {' · '}
                        <Link
                          to="/admin/people/$employee_id"
                          className="ll-link"
                          params={{ employee_id: person.employee_id }}
                        >
                          {fullName(person)}
                        </Link>
                      </>
                    ) : null}
                  </span>
                </div>
              </li>
            );
          })}
        </ul>
      ) : (
        <p className="ll-meta">None in the last 30 days.</p>
      )}
    </section>
  );
}
