// What a message that begins with `/` can do. Only what does something; what needs a space is there in spaces alone.
import type { useRouter } from '@tanstack/react-router';
import { v7 as uuid } from 'uuid';
import type { Entry } from '#contract/chat.ts';
import { update } from '#contract/people/profile.ts';
import type { Inline } from '#contract/rich-text.ts';
import { allows } from '#contract/spaces/space-role.ts';
import type { Command } from '#src/kit/editor/types.ts';
import { openSearch } from '#src/kit/search/search-box.ts';
import { showToast } from '#src/kit/ui/feedback/toast-store.ts';
import type { Client } from '#src/realtime/client.ts';
import { attempt } from '../about/attempt.ts';
import { addMembers, invite, joinSpace, leaveSpace } from '../about/mutations.ts';
import { wish } from './mutations.ts';

export interface CommandsOf {
  readonly client: Client;
  /** Undefined while two people have not written yet. */
  readonly entry: Entry | undefined;
  readonly router: ReturnType<typeof useRouter>;
}

type Status = 'Available' | 'Busy' | 'Appear Offline';

export function commandsFor({ client, entry, router }: CommandsOf): Command[] {
  const space = entry?.space;
  return [
    {
      name: 'shrug',
      takes: 'words',
      detail: 'Adds ¯\\_(ツ)_/¯ and sends',
      run: async ({ line }) => ({ type: 'doc', content: [{ type: 'paragraph', content: shrugging(line) }] }),
    },
    status(client, 'available', 'Available', 'You are shown as available'),
    status(client, 'busy', 'Busy', 'You are shown as busy'),
    status(client, 'away', 'Appear Offline', 'You are shown as offline'),
    ...(entry ? [muting(client, entry)] : []),
    ...(space?.is_member ? [inviting(space), leaving(space, router)] : []),
    {
      name: 'search',
      takes: 'words',
      detail: 'Finds messages, people and spaces',
      run: async ({ text }) => {
        openSearch(router, text);
        return undefined;
      },
    },
  ];
}

function shrugging(line: readonly Inline[]): Inline[] {
  const last = line.at(-1);
  const gap = !last || (last.type === 'text' && /\s$/.test(last.text)) ? '' : ' ';
  return [...line, { type: 'text', text: `${gap}¯\\_(ツ)_/¯` }];
}

/** As the status menu does it: it waits without a connection, and the last choice wins. */
const status = (client: Client, name: string, status_type: Status, detail: string): Command => ({
  name,
  detail,
  run: async () => {
    client.outbox.enqueue({
      endpoint: update,
      input: { employee_id: client.context.self, employee_status: { status_type } },
      id: uuid(),
      scope: 'status',
      replaces: 'status',
      predicted: [],
    });
    showToast({ text: `${detail}.` });
    return undefined;
  },
});

const muting = (client: Client, entry: Entry): Command => ({
  name: entry.muted ? 'unmute' : 'mute',
  detail: entry.muted ? 'This conversation is heard again' : 'This conversation stays silent',
  run: async () => {
    const set = (muted: boolean) => wish(client, entry, { muted });
    set(!entry.muted);
    showToast({
      text: entry.muted ? 'Unmuted' : 'Muted',
      action: { label: 'Undo', run: () => set(entry.muted) },
    });
    return undefined;
  },
});

type Space = NonNullable<Entry['space']>;

/** What was refused says why; then the text stays. */
async function did(work: () => Promise<unknown>): Promise<void> {
  if (!(await attempt(work))) throw new Error('Refused');
}

const inviting = (space: Space): Command => ({
  name: 'invite',
  takes: '@colleague',
  needs: true,
  detail: allows(space, 'manage_members') ? 'Adds colleagues to this space' : 'Invites colleagues into this space',
  run: async ({ mentions }) => {
    const ids = [...new Set(mentions.flatMap(({ kind, id }) => (kind === 'employee' ? [id] : [])))];
    if (!ids.length) {
      showToast({ text: 'Type @ and a name: whom do you mean?' });
      throw new Error('Nobody');
    }
    const adds = allows(space, 'manage_members');
    await did(() => (adds ? addMembers : invite)(space.space_id, ids));
    const whom = ids.length === 1 ? mentions.find(({ id }) => id === ids[0])?.label : `${ids.length} colleagues`;
    showToast({ text: adds ? `Added ${whom}` : `Invited ${whom}` });
    return undefined;
  },
});

/** Whoever can simply join again leaves at once and may take it back; anything else is asked first. */
const leaving = ({ space_id, space_name, visibility, role }: Space, router: CommandsOf['router']): Command => ({
  name: 'leave',
  detail: `You leave ${space_name}`,
  run: async () => {
    const leave = async () => {
      await did(() => leaveSpace(space_id));
      await router.navigate({ to: '/connect' });
    };
    const back = async () => {
      if (!(await attempt(() => joinSpace(space_id)))) return;
      const params = { entity_type: 'space', entity_id: space_id } as const;
      await router.navigate({ to: '/connect/$entity_type/$entity_id', params });
    };
    if (visibility === 'public' && role !== 'admin') {
      await leave();
      showToast({ text: `You left ${space_name}`, action: { label: 'Undo', run: () => void back() } });
      return undefined;
    }
    showToast({
      text:
        visibility === 'private'
          ? `Leave ${space_name}? Only an admin can add you again.`
          : `Leave ${space_name}? You can join again, but not as an admin.`,
      action: { label: 'Leave', run: () => void leave().catch(() => undefined) },
    });
    return undefined;
  },
});
