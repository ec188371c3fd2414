// A person in a list: picture, name, one line below, something on the right.
import type { ReactNode } from 'react';
import type { Presence } from '#contract/sync.ts';
import { fullName } from '../ui/format/names.ts';
import { Avatar } from './avatar.tsx';

export interface PersonRowProps {
  person: { first_name: string; last_name: string; profile_url?: string | null };
  /** Default: nothing. Usually the position. */
  line?: ReactNode;
  presence?: Presence | undefined;
  /** Picture, px. Default 44. */
  size?: number;
  /** Buttons, a chip, a time. */
  trailing?: ReactNode;
  /** Wraps name and picture: `(content) => <Link to=…>{content}</Link>`. */
  link?: (content: ReactNode) => ReactNode;
}

/** Put rows into a list; the row itself is a <div>. */
export function PersonRow({ person, line, presence, size = 44, trailing, link }: PersonRowProps) {
  const name = fullName(person);
  const content = (
    <>
      <Avatar name={name} src={person.profile_url} size={size} presence={presence} />
      <span className="ll-person-text">
        <span className="ll-person-name ll-ellipsis">{name}</span>
        {line ? <span className="ll-meta ll-ellipsis">{line}</span> : null}
      </span>
    </>
  );
  return (
    <div className="ll-person">
      {link ? link(content) : <span className="ll-person-main">{content}</span>}
      {trailing ? <span className="ll-person-trailing">{trailing}</span> : null}
    </div>
  );
}
