// What leaving does, in words: what somebody else takes over, what ends, what stays. Pure.
import type { LeavingEffects } from '#contract/people/leaving.ts';

type Several = LeavingEffects['hand_over']['spaces'];
const MOST_NAMES = 3;

const number = (count: number, one: string, many: string): string =>
  count === 1 ? `1 ${one}` : `${count.toLocaleString('en')} ${many}`;

/** "2 spaces (Bakers, Owls)", with "and 4 more" behind the first names. */
function named({ count, items }: Several, one: string, many: string): string {
  const names = items.slice(0, MOST_NAMES).map(({ name }) => name);
  const rest = count - names.length;
  return `${number(count, one, many)} (${names.join(', ')}${rest > 0 ? ` and ${rest} more` : ''})`;
}

const be = (count: number): string => (count === 1 ? 'is' : 'are');

const some = (count: number, text: () => string): string[] => (count ? [text()] : []);

/** What goes to who is named. */
export const handedOver = ({ hand_over: { spaces, departments, reports } }: LeavingEffects): string[] => [
  ...some(spaces.count, () => `${named(spaces, 'space', 'spaces')} without another admin`),
  ...some(departments.count, () => `The lead of ${named(departments, 'department', 'departments')}`),
  ...some(
    reports.count,
    () => `${named(reports, 'person', 'people')} who ${reports.count === 1 ? 'reports' : 'report'} to them`,
  ),
];

/** What is over at once. */
export const ended = ({ spaces, ends }: LeavingEffects): string[] => [
  ends.sessions
    ? `They are signed out on ${number(ends.sessions, 'device', 'devices')}, and cannot sign in`
    : 'They cannot sign in',
  ...some(ends.devices, () => `${number(ends.devices, 'device is', 'devices are')} sent no more notifications`),
  ...some(
    ends.scheduled_messages,
    () => `${number(ends.scheduled_messages, 'scheduled message is', 'scheduled messages are')} never sent`,
  ),
  ...some(spaces, () => `They leave ${number(spaces, 'space', 'spaces')}`),
  ...some(ends.emptied.count, () => {
    const one = ends.emptied.count === 1;
    return `${named(ends.emptied, 'space', 'spaces')} ${one ? 'is' : 'are'} left with nobody in ${one ? 'it' : 'them'}`;
  }),
  ...some(ends.groups.count, () => `They leave ${named(ends.groups, 'group', 'groups')}`),
  ...some(ends.roles.count, () => `They lose ${named(ends.roles, 'role', 'roles')}`),
  ...withdrawn(ends.joining),
  ...some(
    ends.views,
    () => `${number(ends.views, 'saved view', 'saved views')} of the people list ${be(ends.views)} deleted`,
  ),
  ...some(
    ends.links,
    () =>
      `${number(ends.links, 'mailed link', 'mailed links')} (invitation or new password) ${ends.links === 1 ? 'stops' : 'stop'} working`,
  ),
  ...some(ends.sign_on, () => 'Their account is no longer tied to company sign-on'),
  ...(ends.provisioned ? ['Their account is no longer tied to your identity provider'] : []),
];

/** What waits for an answer, theirs or somebody else's. */
const withdrawn = ({ requests, invited, inviting }: LeavingEffects['ends']['joining']): string[] => [
  ...some(
    requests,
    () => `${number(requests, 'request to join a space', 'requests to join spaces')} ${be(requests)} withdrawn`,
  ),
  ...some(
    invited,
    () => `${number(invited, 'space invitation', 'space invitations')} to them ${be(invited)} withdrawn`,
  ),
  ...some(
    inviting,
    () => `${number(inviting, 'space invitation', 'space invitations')} from them ${be(inviting)} withdrawn`,
  ),
];

/** What colleagues keep, and what they have set up that others rely on. */
export const staying = ({ stays }: LeavingEffects): string[] => [
  'What they wrote, under “Former employee”',
  ...some(
    stays.conversations,
    () => `${number(stays.conversations, 'conversation', 'conversations')} with colleagues, to read`,
  ),
  ...some(stays.tokens, () =>
    stays.tokens === 1
      ? '1 provisioning token that they made goes on working: replace it if they may have kept it'
      : `${stays.tokens} provisioning tokens that they made go on working: replace them if they may have kept them`,
  ),
];

/** What was handed over, of somebody who is back or may come back: empty if that was nothing. */
export function wentTo(handed: { spaces: number; departments: number; reports: number }): string {
  const parts = [
    ...some(handed.spaces, () => number(handed.spaces, 'space', 'spaces')),
    ...some(handed.departments, () => number(handed.departments, 'department', 'departments')),
    ...some(handed.reports, () => number(handed.reports, 'person who reported to them', 'people who reported to them')),
  ];
  return parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}` : (parts[0] ?? '');
}
