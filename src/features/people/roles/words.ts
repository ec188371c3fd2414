// What each permission is called and what it means, in the groups in which they are shown; and what a role allows in one line.
import type { Role } from '#contract/people/roles.ts';
import { type Permission, permissions } from '#contract/permissions.ts';

interface Words {
  readonly label: string;
  /** What somebody can do with it. */
  readonly text: string;
}

export const permissionWords: Readonly<Record<Permission, Words>> = {
  'people.manage': { label: 'Manage people', text: 'Add people, edit their profiles, deactivate and remove accounts.' },
  'roles.manage': { label: 'Manage roles', text: 'Make roles, and decide who has them.' },
  'company.configure': { label: 'Configure the company', text: 'Change its name, logo, colours and settings.' },
  'modules.manage': { label: 'Manage modules', text: 'Switch parts of Limelight on and off for everybody.' },
  'audit.view': { label: 'See the audit log', text: 'See who changed what in the administration, and when.' },
  'insights.view': {
    label: 'See the dashboard',
    text: 'See how many people use the app, and how much. Never who.',
  },
  'spaces.create': { label: 'Create spaces', text: 'Start a space and become its admin.' },
  'spaces.manage': { label: 'Manage all spaces', text: 'Do what admins do in every space.' },
  'recognition.configure': { label: 'Configure recognition', text: 'Set what people are recognised for, and how.' },
  'recognition.report': { label: 'See recognition reports', text: 'See how much is recognised, where and for what.' },
  'points.grant': { label: 'Grant points', text: 'Give points beyond what everybody has to give away.' },
  'badges.manage': { label: 'Manage badges', text: 'Make badges and award them.' },
  'contests.manage': { label: 'Manage contests', text: 'Start contests, run them and name the winners.' },
  'rewards.manage': { label: 'Manage rewards', text: 'Decide what points buy, and look after the orders.' },
  'surveys.manage': { label: 'Manage surveys', text: 'Write surveys, send them and close them.' },
  'surveys.results': { label: 'See survey results', text: 'See what a survey found, never who answered what.' },
  'polls.manage': { label: 'Manage polls', text: 'Start polls for everybody; edit and close those of others.' },
  'campaigns.manage': { label: 'Manage campaigns', text: 'Write news for the company and send it to people.' },
  'communities.manage': { label: 'Manage communities', text: 'Make communities and look after their posts.' },
  'calendar.manage': { label: 'Manage the calendar', text: 'Add events for everybody, and change them.' },
  'call_rooms.manage': { label: 'Manage call rooms', text: 'Make call rooms, change them and close them.' },
  'clockin.manage': { label: 'Manage clock-in', text: 'Set how people clock in, and correct their times.' },
  'clockin.export': { label: 'Export times', text: 'Download the hours that people have clocked.' },
};

interface Group {
  readonly title: string;
  /** Nothing asks for these yet: their parts of the app come with later versions. */
  readonly later?: true;
  readonly permissions: readonly Permission[];
}

export const groups: readonly Group[] = [
  {
    title: 'Company and people',
    permissions: [
      'people.manage',
      'roles.manage',
      'company.configure',
      'modules.manage',
      'audit.view',
      'insights.view',
    ],
  },
  { title: 'Chat and spaces', permissions: ['spaces.create', 'spaces.manage'] },
  {
    title: 'Recognition and points',
    later: true,
    permissions: [
      'recognition.configure',
      'recognition.report',
      'points.grant',
      'badges.manage',
      'contests.manage',
      'rewards.manage',
    ],
  },
  { title: 'Surveys and polls', later: true, permissions: ['surveys.manage', 'surveys.results', 'polls.manage'] },
  { title: 'News and communities', later: true, permissions: ['campaigns.manage', 'communities.manage'] },
  {
    title: 'Calendar, calls and time',
    later: true,
    permissions: ['calendar.manage', 'call_rooms.manage', 'clockin.manage', 'clockin.export'],
  },
];

/** In the order of the groups. A word that this app does not know is left out. */
const labelsOf = (held: readonly string[]): string[] =>
  groups
    .flatMap((group) => group.permissions)
    .filter((permission) => held.includes(permission))
    .map((permission) => permissionWords[permission].label);

/** How many labels a line holds before it counts the rest. */
const SHOWN = 3;

/** "Manage people, Create spaces and 4 more" */
export function allowedText({ built_in, permissions: held }: Pick<Role, 'built_in' | 'permissions'>): string {
  if (built_in === 'owner') return 'Everything, including who else is an owner';
  if (permissions.every((permission) => held.includes(permission))) return 'Everything';
  const labels = labelsOf(held);
  if (!labels.length) return 'Nothing but what everybody may do';
  if (labels.length <= SHOWN) return labels.join(', ');
  const more = labels.length - SHOWN + 1;
  return `${labels.slice(0, SHOWN - 1).join(', ')} and ${more} more`;
}

export const peopleCount = (count: number): string => (count === 1 ? '1 person' : `${count} people`);
