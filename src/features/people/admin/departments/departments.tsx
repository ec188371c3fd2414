// The tree of departments: how many people are in each, who leads it; made, changed, moved and dissolved here.
import { useQuery } from '@tanstack/react-query';
import { Building2, ChevronDown, ChevronRight, Ellipsis, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useDirectory } from '#src/kit/people/directory.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { IconButton } from '#src/kit/ui/controls/icon-button.tsx';
import { EmptyState } from '#src/kit/ui/feedback/empty-state.tsx';
import { fullName } from '#src/kit/ui/format/names.ts';
import { Menu } from '#src/kit/ui/overlay/menu.tsx';
import { useOffline } from '#src/realtime/hooks.ts';
import { peopleCount } from '../../roles/words.ts';
import { useFollowCompany } from '../follow.ts';
import { Awaited, Frame } from '../frame.tsx';
import { type Department, departmentsQuery } from './data.ts';
import { DeleteDepartment } from './delete-department.tsx';
import { DepartmentForm } from './department-form.tsx';
import { type Branch, treeOf } from './tree.ts';

type Asked = { kind: 'new'; parent_id: string | null } | { kind: 'change' | 'delete'; department: Department };

export function Departments() {
  const query = useQuery(departmentsQuery);
  useFollowCompany(departmentsQuery.queryKey);
  const offline = useOffline();
  const [asked, setAsked] = useState<Asked>();
  const close = () => setAsked(undefined);
  const begin = (
    <Button kind="primary" icon={Plus} disabled={offline} onClick={() => setAsked({ kind: 'new', parent_id: null })}>
      New department
    </Button>
  );
  return (
    <Frame title="Departments" actions={begin}>
      {query.data ? (
        <Tree departments={query.data} offline={offline} onAsk={setAsked} />
      ) : (
        <Awaited query={query} offline={offline} what="the departments" />
      )}
      {asked?.kind === 'delete' ? (
        <DeleteDepartment department={asked.department} departments={query.data ?? []} onClose={close} />
      ) : null}
      {asked && asked.kind !== 'delete' ? (
        <DepartmentForm
          departments={query.data ?? []}
          department={asked.kind === 'change' ? asked.department : undefined}
          parent_id={asked.kind === 'new' ? asked.parent_id : asked.department.parent_id}
          onClose={close}
        />
      ) : null}
    </Frame>
  );
}

interface TreeProps {
  departments: readonly Department[];
  offline: boolean;
  onAsk: (asked: Asked) => void;
}

function Tree({ departments, offline, onAsk }: TreeProps) {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  if (!departments.length)
    return (
      <EmptyState
        icon={Building2}
        title="No departments yet"
        text="Make the first one; others can stand below it. People are put into one on their own page."
      />
    );
  const toggle = (id: string) => setClosed(closed.symmetricDifference(new Set([id])));
  return (
    <>
      {offline ? <p className="ll-meta">Changing departments needs a connection.</p> : null}
      <Branches branches={treeOf(departments)} {...{ closed, toggle, offline, onAsk }} />
    </>
  );
}

interface BranchesProps extends Omit<TreeProps, 'departments'> {
  branches: readonly Branch[];
  closed: ReadonlySet<string>;
  toggle: (department_id: string) => void;
}

function Branches({ branches, ...rest }: BranchesProps) {
  return (
    <ul className="ll-departments">
      {branches.map((branch) => (
        <li key={branch.department.department_id}>
          <Row branch={branch} {...rest} />
          {branch.children.length && !rest.closed.has(branch.department.department_id) ? (
            <Branches branches={branch.children} {...rest} />
          ) : null}
        </li>
      ))}
    </ul>
  );
}

function Row({ branch, closed, toggle, offline, onAsk }: Omit<BranchesProps, 'branches'> & { branch: Branch }) {
  const { department, children, people } = branch;
  const { department_id, department_name, lead_id } = department;
  const lead = useDirectory().get(lead_id ?? '');
  const open = !closed.has(department_id);
  const items = [
    { label: 'New department below', icon: Plus, onSelect: () => onAsk({ kind: 'new', parent_id: department_id }) },
    { label: 'Rename or move', icon: Pencil, onSelect: () => onAsk({ kind: 'change', department }) },
    { label: 'Delete', icon: Trash2, danger: true, onSelect: () => onAsk({ kind: 'delete', department }) },
  ];
  return (
    <div className="ll-department">
      {children.length ? (
        <IconButton
          icon={open ? ChevronDown : ChevronRight}
          label={`Departments in ${department_name}`}
          aria-expanded={open}
          onClick={() => toggle(department_id)}
        />
      ) : (
        <span className="ll-department-gap" />
      )}
      <span className="ll-department-what">
        <span className="ll-strong">{department_name}</span>
        {lead ? <span className="ll-meta">{`Led by ${fullName(lead)}`}</span> : null}
      </span>
      <span className="ll-meta ll-digits">{peopleCount(people)}</span>
      {offline ? null : (
        <Menu label={department_name} groups={[{ items }]} align="end">
          {(trigger) => <IconButton icon={Ellipsis} label={`Change ${department_name}`} {...trigger} />}
        </Menu>
      )}
    </div>
  );
}
