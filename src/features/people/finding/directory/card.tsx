// A colleague: a card where there is room for several beside each other, else a row.
import { Link } from '@tanstack/react-router';
import { MessageCircle, Network } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { Avatar } from '#src/kit/people/avatar.tsx';
import { isReachable } from '#src/kit/people/find-people.ts';
import { PersonRow } from '#src/kit/people/person-row.tsx';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { Chip } from '#src/kit/ui/feedback/chip.tsx';
import { fullName } from '#src/kit/ui/format/names.ts';
import { app } from '#src/realtime/app.ts';
import { useOffline, usePresence } from '#src/realtime/hooks.ts';
import { statusLabels } from '../../admin/account-status.tsx';
import type { Colleague } from './data.ts';

/** Undefined while it is not known. */
function useShownPresence(employee_id: string) {
  const presence = usePresence(employee_id);
  return useOffline() ? undefined : presence;
}

/** What is said of an account that is not like the others. */
const Status = ({ employee_account_status: status }: Colleague) =>
  status === 'ACTIVE' ? null : <Chip tone="outline">{statusLabels[status]}</Chip>;

/** Only the first name: the whole one is what the link to the profile is called by. */
function useMessageLabel({ employee_id, first_name }: Colleague): string {
  const self = useSnapshot(app.session.state).current?.employee_id === employee_id;
  return self ? 'Notes to myself' : `Message ${first_name}`;
}

export function Card({ person }: { person: Colleague }) {
  const { employee_id, position_title, location } = person;
  const presence = useShownPresence(employee_id);
  const message = useMessageLabel(person);
  const name = fullName(person);
  return (
    <div className="ll-colleague">
      <Link to="/profile/$employee_id" params={{ employee_id }} className="ll-colleague-main">
        <Avatar name={name} src={person.profile_url} size={60} presence={presence} />
        <span className="ll-colleague-text">
          <span className="ll-colleague-name ll-ellipsis">{name}</span>
          <span className="ll-meta ll-ellipsis">{position_title}</span>
          <span className="ll-meta ll-ellipsis">{location}</span>
        </span>
      </Link>
      <div className="ll-colleague-do">
        {isReachable(person) ? (
          <>
            <Button asChild kind="soft" icon={MessageCircle}>
              <Link
                to="/connect/$entity_type/$entity_id"
                params={{ entity_type: 'employee', entity_id: employee_id }}
                aria-label={message}
              >
                {message.startsWith('Message') ? 'Message' : message}
              </Link>
            </Button>
            <Link
              to="/people/chart"
              search={{ at: employee_id }}
              className="ll-icon-button"
              data-kind="soft"
              aria-label={`Show ${person.first_name} in the chart`}
              data-tip="Show in the chart"
            >
              <Network size={20} strokeWidth={1.9} aria-hidden="true" />
            </Link>
          </>
        ) : null}
        <Status {...person} />
      </div>
    </div>
  );
}

export function Row({ person }: { person: Colleague }) {
  const { employee_id, position_title, location } = person;
  const presence = useShownPresence(employee_id);
  const message = useMessageLabel(person);
  return (
    <div className="ll-people-row">
      <PersonRow
        person={person}
        size={48}
        line={[position_title, location].filter(Boolean).join(', ')}
        presence={presence}
        trailing={
          <>
            <Status {...person} />
            {isReachable(person) ? (
              <Link
                to="/connect/$entity_type/$entity_id"
                params={{ entity_type: 'employee', entity_id: employee_id }}
                className="ll-icon-button"
                data-kind="ghost"
                aria-label={message}
              >
                <MessageCircle size={22} strokeWidth={1.9} aria-hidden="true" />
              </Link>
            ) : null}
          </>
        }
        link={(content) => (
          <Link to="/profile/$employee_id" params={{ employee_id }} className="ll-person-main">
            {content}
          </Link>
        )}
      />
    </div>
  );
}
