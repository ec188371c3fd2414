// The roles of the company: which there are, how many people have each, and what it allows.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronRight, Plus } from 'lucide-react';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { useOffline } from '#src/realtime/hooks.ts';
import { type Role, rolesQuery } from './data.ts';
import { Awaited, Frame } from './frame.tsx';
import { allowedText, peopleCount } from './words.ts';

export function Roles() {
  return (
    <Frame
      title="Roles"
      actions={
        <Button asChild kind="primary" icon={Plus}>
          <Link to="/admin/roles/new">New role</Link>
        </Button>
      }
    >
      <p className="ll-muted">
        A role is a set of permissions. People can have several; together they allow what any of them does.
      </p>
      <Lists />
    </Frame>
  );
}

function Lists() {
  const query = useQuery(rolesQuery);
  const offline = useOffline();
  const { data } = query;
  if (!data) return <Awaited query={query} offline={offline} />;
  const own = data.filter(({ built_in }) => built_in === null);
  return (
    <>
      <section className="ll-settings-part" aria-labelledby="roles-built-in">
        <h2 id="roles-built-in" className="ll-section">
          Made with the company
        </h2>
        <List roles={data.filter(({ built_in }) => built_in !== null)} />
      </section>
      <section className="ll-settings-part" aria-labelledby="roles-own">
        <h2 id="roles-own" className="ll-section">
          Your roles
        </h2>
        {own.length ? (
          <List roles={own} />
        ) : (
          <p className="ll-muted">None yet. Make one when the five above do not fit.</p>
        )}
      </section>
    </>
  );
}

const List = ({ roles }: { roles: readonly Role[] }) => (
  <ul className="ll-roles">
    {roles.map((role) => (
      <li key={role.role_id}>
        <Link to="/admin/roles/$role_id" params={{ role_id: role.role_id }} className="ll-roles-row">
          <span className="ll-roles-what">
            <span className="ll-strong">{role.role_name}</span>
            <span className="ll-meta">{allowedText(role)}</span>
          </span>
          <span className="ll-roles-count ll-digits">{peopleCount(role.members)}</span>
          <ChevronRight size={20} strokeWidth={1.9} aria-hidden="true" />
        </Link>
      </li>
    ))}
  </ul>
);
