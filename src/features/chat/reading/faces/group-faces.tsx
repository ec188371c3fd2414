// The picture of a group: two of those who are in it, one over the other. Of a campaign nobody is named: a megaphone.
import { Megaphone } from 'lucide-react';
import { Avatar } from '#src/kit/people/avatar.tsx';
import { useDirectory } from '#src/kit/people/directory.ts';
import { personName } from '#src/kit/people/names.ts';
import { useClient } from '#src/realtime/hooks.ts';
import './group-faces.css';

export interface GroupFacesProps {
  employee_ids: readonly string[];
  /** px */
  size: number;
}

export function GroupFaces({ employee_ids, size }: GroupFacesProps) {
  const { self } = useClient().context;
  const people = useDirectory();
  if (!employee_ids.length)
    return (
      <span className="ll-faces ll-megaphone" style={{ '--ll-avatar': `${size}px` }}>
        <Megaphone size={Math.round(size / 2)} strokeWidth={1.9} aria-hidden="true" />
      </span>
    );
  const others = employee_ids.filter((id) => id !== self);
  return (
    <span className="ll-faces" style={{ '--ll-avatar': `${size}px` }}>
      {(others.length ? others : employee_ids).slice(0, 2).map((id) => {
        const src = people.get(id)?.profile_url;
        return <Avatar key={id} name={personName(people, id)} src={src} size={Math.round(size * 0.68)} />;
      })}
    </span>
  );
}
