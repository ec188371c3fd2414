// The head of a person's page: the way back, their face and how they stand, and where else they can be met.
import { Link } from '@tanstack/react-router';
import { ChevronRight, Eye, MessageCircle, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Person } from '#contract/people.ts';
import { isReachable } from '#src/kit/people/find-people.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { date } from '#src/kit/ui/format/dates.ts';
import { fullName } from '#src/kit/ui/format/names.ts';
import { app } from '#src/realtime/app.ts';
import type { PersonDetail } from '../../queries.ts';
import { AccountStatus } from '../account-status.tsx';

interface EmployeeHeadProps {
  person: Person;
  /** Undefined while it is not known. */
  detail?: PersonDetail;
  photo: ReactNode;
}

export function EmployeeHead({ person, detail, photo }: EmployeeHeadProps) {
  const { employee_id } = person;
  const name = fullName(person);
  const place = [person.position_title, detail?.location].filter(Boolean).join(', ');
  const writes = isReachable(person) && app.session.read()?.employee_id !== employee_id;
  return (
    <header className="ll-employee-top">
      <title>{`${name} · Limelight`}</title>
      <Way name={name} />
      <div className="ll-employee-head">
        {photo}
        <div className="ll-employee-names">
          <h1 className="ll-title" tabIndex={-1}>
            {name}
          </h1>
          <p className="ll-employee-facts">
            <AccountStatus status={person.employee_account_status} />
            {place ? <span>{place}</span> : null}
            {detail?.joining_date ? <span>{`Joined ${date(detail.joining_date)}`}</span> : null}
          </p>
        </div>
      </div>
      <div className="ll-employee-ways">
        {writes ? (
          <Button asChild icon={MessageCircle}>
            <Link to="/connect/$entity_type/$entity_id" params={{ entity_type: 'employee', entity_id: employee_id }}>
              <span className="ll-employee-more">Message</span>
            </Link>
          </Button>
        ) : null}
        <Button asChild icon={Eye}>
          <Link to="/profile/$employee_id" params={{ employee_id }}>
            <span className="ll-employee-more">See profile</span>
          </Link>
        </Button>
      </div>
    </header>
  );
}

/** A narrow window shows the second: what is done here, and how to leave it. */
function Way({ name }: { name: string }) {
  return (
    <>
      <nav className="ll-employee-crumbs" aria-label="Breadcrumb">
        <Link to="/admin/people">People</Link>
        <ChevronRight size={16} strokeWidth={1.9} aria-hidden="true" />
        <span className="ll-ellipsis">{name}</span>
      </nav>
      <div className="ll-employee-task">
        <Link to="/admin/people" className="ll-back" aria-label="Close" data-tip="Close">
          <X size={22} strokeWidth={1.9} aria-hidden="true" />
        </Link>
        <span>Edit employee</span>
      </div>
    </>
  );
}
