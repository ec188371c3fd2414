// Above the first message of all: what this is, and that it begins here.
import type { Entry } from '#contract/chat.ts';
import type { Person } from '#contract/people.ts';
import { Avatar } from '#src/kit/people/avatar.tsx';
import { useDirectory } from '#src/kit/people/directory.ts';
import { groupName } from '#src/kit/people/names.ts';
import { fullName } from '#src/kit/ui/format/names.ts';
import { useClient } from '#src/realtime/hooks.ts';
import { GroupFaces } from './faces/group-faces.tsx';

export interface BeginningProps {
  /** Nobody can tell yet what was said before. */
  missing: boolean;
  entry: Entry | undefined;
  person: Person | undefined;
  subSpaceId: string | undefined;
  /** The seq of the first message that is to be seen, if there is one; 1 is the first of all. */
  first: number | undefined;
}

export function Beginning({ missing, entry, person, subSpaceId, first }: BeginningProps) {
  const people = useDirectory();
  const { context } = useClient();
  if (missing) return <NotKept readOnly={entry?.read_only} />;
  const sub = entry?.space?.sub_spaces.find((one) => one.sub_space_id === subSpaceId);
  if (entry?.space && sub) {
    const about = sub.sub_space_description || entry.space.space_description;
    const state = entry.conversations.find((one) => one.sub_space_id === subSpaceId);
    const isHidden = first === undefined ? (state?.last_seq ?? 0) > 0 : first > 1;
    return (
      <div className="ll-chat-beginning">
        <p className="ll-heading">{sub.sub_space_name}</p>
        {about || !isHidden ? (
          <p className="ll-muted">
            {about || `This is where ${sub.sub_space_name} in ${entry.space.space_name} begins.`}
          </p>
        ) : null}
        {isHidden ? <p className="ll-muted">You see what was said since you joined.</p> : null}
      </div>
    );
  }
  if (entry?.group) {
    return (
      <div className="ll-chat-beginning">
        <GroupFaces employee_ids={entry.group.employee_ids} size={64} />
        <p className="ll-heading">{groupName(entry.group, people, context.self)}</p>
        <p className="ll-muted">
          {entry.read_only
            ? 'This is where its announcements begin.'
            : `This is where the ${entry.group.employee_ids.length} of you begin.`}
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
        {person.employee_id === context.self
          ? 'Notes to yourself. Nobody else sees them.'
          : `This is where you and ${person.first_name} begin.`}
      </p>
    </div>
  );
}

function NotKept({ readOnly }: { readOnly: boolean | undefined }) {
  return (
    <div className="ll-chat-beginning">
      <p className="ll-heading">Not on this device yet</p>
      <p className="ll-muted">
        What was said here before shows once you are connected.{readOnly ? '' : ' You can write all the same.'}
      </p>
    </div>
  );
}
