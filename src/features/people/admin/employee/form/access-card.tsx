// What somebody may do and where they belong: their roles, and the groups that they can be put in.
import { useQuery } from '@tanstack/react-query';
import { Checkbox } from '#src/kit/ui/controls/check.tsx';
import { useMay } from '#src/realtime/hooks.ts';
import type { PersonDetail } from '../../../queries.ts';
import { useMayGive } from '../../../reach/may-give.ts';
import { rolesQuery } from '../../../roles/data.ts';
import { groupsQuery } from '../../groups/data.ts';
import { Card } from '../card.tsx';
import type { Employee } from './use-employee.ts';

interface AccessProps {
  person: PersonDetail;
  employee: Employee;
}

export function AccessCard({ person, employee: { values, put } }: AccessProps) {
  const manages = useMay('roles.manage');
  const give = useMayGive();
  const { data: offered = [] } = useQuery({ ...rolesQuery, enabled: manages });
  const { data: all = [] } = useQuery(groupsQuery);
  const chosen = all.filter(({ rule, provisioned }) => !rule && !provisioned);
  const around = all.filter(({ group_id }) => person.group_ids?.includes(group_id));
  const ruled = around.filter(({ rule }) => rule);
  const provisioned = around.filter((group) => group.provisioned);
  const showsRoles = manages && offered.length > 0;
  if (!showsRoles && !chosen.length && !around.length) return null;
  return (
    <Card id="access" title="Access" note={`What ${person.first_name} can do`}>
      <div className="ll-employee-fields">
        {showsRoles ? (
          <Boxes
            title="Roles"
            // What they hold and one cannot take stays to be seen.
            options={offered
              .filter((role) => give.all(role) || values.role_ids.includes(role.role_id))
              .map((role) => ({ id: role.role_id, label: role.role_name, fixed: !give.all(role) }))}
            chosen={values.role_ids}
            onChange={(role_ids) => put({ role_ids })}
          />
        ) : null}
        {chosen.length ? (
          <Boxes
            title="Groups"
            options={chosen.map(({ group_id, group_name }) => ({ id: group_id, label: group_name }))}
            chosen={values.group_ids}
            onChange={(group_ids) => put({ group_ids })}
          />
        ) : null}
      </div>
      {ruled.length ? (
        <p className="ll-meta">{`By criteria also in ${ruled.map(({ group_name }) => group_name).join(', ')}.`}</p>
      ) : null}
      {provisioned.length ? (
        <p className="ll-meta">{`By your identity provider also in ${provisioned.map(({ group_name }) => group_name).join(', ')}.`}</p>
      ) : null}
    </Card>
  );
}

interface BoxesProps {
  title: string;
  options: readonly { id: string; label: string; fixed?: boolean }[];
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
}

function Boxes({ title, options, chosen, onChange }: BoxesProps) {
  return (
    <fieldset className="ll-employee-boxes">
      <legend>{title}</legend>
      {options.map(({ id, label, fixed }) => (
        <Checkbox
          key={id}
          label={label}
          disabled={fixed}
          checked={chosen.includes(id)}
          onChange={(event) => onChange(event.target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))}
        />
      ))}
    </fieldset>
  );
}
