// Above the first message of all: what this is, and that it begins here.
import type { Entry } from '#contract/chat.ts';
import type { Person } from '#contract/people.ts';
import { Avatar } from '#src/kit/people/avatar.tsx';
import { fullName } from '#src/kit/ui/format/names.ts';

export interface BeginningProps {
  /** Nobody can tell yet what was said before. */
  missing: boolean;
  entry: Entry | undefined;
  person: Person | undefined;
  subSpaceId: string | undefined;
  /** Notes to oneself. */
  self: boolean;
}

export function Beginning({ missing, entry, person, subSpaceId, self }: BeginningProps) {
  if (missing) return <NotKept />;
  const sub = entry?.space?.sub_spaces.find((one) => one.sub_space_id === subSpaceId);
  if (entry?.space && sub) {
    return (
      <div className="ll-chat-beginning">
        <p className="ll-heading">{sub.sub_space_name}</p>
        <p className="ll-muted">
          {sub.sub_space_description ||
            entry.space.space_description ||
            `This is where ${sub.sub_space_name} in ${entry.space.space_name} begins.`}
        </p>
      </div>
    );
  }
  if (!person) return null;
  return (
    <div className="ll-chat-beginning">
      <Avatar name={fullName(person)} src={person.profile_url} size={64} />
      <p className="ll-heading">{fullName(person)}</p>
      <p className="ll-muted">
        {self ? 'Notes to yourself. Nobody else sees them.' : `This is where you and ${person.first_name} begin.`}
      </p>
    </div>
  );
}

function NotKept() {
  return (
    <div className="ll-chat-beginning">
      <p className="ll-heading">Not on this device yet</p>
      <p className="ll-muted">What was said here before shows once you are connected. You can write all the same.</p>
    </div>
  );
}
