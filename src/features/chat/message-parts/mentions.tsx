// Whom one may mean by what stands behind an @: people by name from the directory on the device; everybody at once where several are.
import type { Person } from '#contract/people.ts';
import type { MentionItem } from '#src/kit/editor/types.ts';
import { Avatar } from '#src/kit/people/avatar.tsx';
import { fullName } from '#src/kit/ui/format/names.ts';

const MOST = 8;

export function mentionsFor(query: string, people: ReadonlyMap<string, Person>, isShared: boolean): MentionItem[] {
  const wanted = query.toLocaleLowerCase('en');
  const found: MentionItem[] = [];
  if (isShared && 'all'.startsWith(wanted))
    found.push({ id: 'all', label: 'all', kind: 'all', detail: 'Everyone in here' });
  for (const person of people.values()) {
    if (found.length >= MOST) break;
    if (person.employee_account_status !== 'ACTIVE') continue;
    const name = fullName(person);
    const written = name.toLocaleLowerCase('en');
    if (![written, ...written.split(' ')].some((part) => part.startsWith(wanted))) continue;
    found.push({
      id: person.employee_id,
      label: name,
      kind: 'employee',
      detail: person.position_title,
      picture: <Avatar name={name} src={person.profile_url} size={28} />,
    });
  }
  return found;
}
