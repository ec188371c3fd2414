// How departments use the app. Of small ones it is only said that they are too small.
import { EyeOff } from 'lucide-react';
import { Bar } from '#src/kit/charts/steps.tsx';
import type { Dashboard } from './data.ts';
import { shareInSteps } from './words.ts';

type Department = Dashboard['departments'][number];

export function Departments({ departments, chat }: { departments: readonly Department[]; chat: boolean }) {
  return (
    <>
      <table className="ll-insights-departments">
        <thead>
          <tr>
            <th scope="col">Department</th>
            <th scope="col">People</th>
            <th scope="col">Active</th>
            {chat ? <th scope="col">Messages in spaces</th> : null}
          </tr>
        </thead>
        <tbody>
          {departments.map((one) => (
            <Row key={one.department_id ?? ''} department={one} chat={chat} />
          ))}
        </tbody>
      </table>
      <p className="ll-meta">
        {chat
          ? 'Counted once a day, until yesterday. Shares are told in steps of 10%, messages in two digits.'
          : 'Counted once a day, until yesterday. Shares are told in steps of 10%.'}
      </p>
    </>
  );
}

function Row({
  department: { name, people, active_share, messages },
  chat,
}: {
  department: Department;
  chat: boolean;
}) {
  if (people === null || active_share === null)
    return (
      <tr>
        <th scope="row">{name}</th>
        <td colSpan={chat ? 3 : 2}>
          <span className="ll-insights-few">
            <EyeOff size={16} strokeWidth={1.9} aria-hidden="true" />
            Too few people to show
          </span>
        </td>
      </tr>
    );
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{people.toLocaleString('en')}</td>
      <td>
        <span className="ll-insights-share">
          <Bar value={active_share} whole={100} />
          <span>{shareInSteps(active_share)}</span>
        </span>
      </td>
      {chat ? <td>{(messages ?? 0).toLocaleString('en')}</td> : null}
    </tr>
  );
}
