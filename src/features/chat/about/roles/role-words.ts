// What a role allows, in words.
import type { SpaceAction, SpaceRole } from '#contract/spaces/space-role.ts';

interface Words {
  readonly label: string;
  readonly text: string;
}

const words: Readonly<Record<SpaceAction, Words>> = {
  edit_space: { label: 'Edit the space', text: 'Change its name, its image and what it is for.' },
  manage_members: {
    label: 'Manage members',
    text: 'Let people in, answer who asks, and remove members who cannot do the same.',
  },
  manage_sub_spaces: {
    label: 'Manage sub-spaces',
    text: 'Add, rename, order and archive them, and choose who is in the private ones they are in.',
  },
  delete_messages: { label: 'Delete messages', text: 'Also those that others wrote.' },
};

/** All there are, in the order in which they are told. */
export const actionWords = Object.entries(words) as [SpaceAction, Words][];

/** One line: "Edit the space, delete messages". */
export function allowedText({ actions }: Pick<SpaceRole, 'actions'>): string {
  if (!actions.length) return 'Only a name';
  const [first = '', ...rest] = actions.map((action) => words[action].label);
  return [first, ...rest.map((label) => label.toLowerCase())].join(', ');
}
