// The cases of notifications: settings, levels, the list.

import { AWAKE } from '#contract/notifications/awake.ts';
import * as quiet from '#contract/notifications/quiet.ts';
import * as writes from '#contract/notifications/writes.ts';
import * as contract from '#contract/notifications.ts';
import type { Side } from '../../world.ts';
import { entry } from '../case.ts';

const own = { byAnybody: 'it is always one’s own' };
const soon = () => new Date(Date.now() + 60_000).toISOString();

async function secondPage({ owner }: Side): Promise<string> {
  const { items, next_cursor } = await owner.call(contract.list, { limit: '1' });
  const [first] = items;
  const place = [first?.created_at, first?.notification_id];
  return next_cursor ?? Buffer.from(JSON.stringify(place)).toString('base64url');
}

export const notificationCases = [
  entry(contract.getSettings)(() => ({ input: {} })),
  entry(writes.updateSettings)(() => ({
    input: {
      levels: { direct: 'all', group: 'mentions', space: 'none', thread: 'all', reaction: 'all', invitation: 'none' },
      awake: [...AWAKE.slice(0, 6), null],
      paused_until: soon(),
      hide_text: true,
      mail_digest: false,
    },
  })),
  entry(writes.setLevel, own)(
    ({ space_id }) => ({ input: { entity_type: 'space', entity_id: space_id, level: 'all' } }),
    ({ member }) => ({ input: { entity_type: 'employee', entity_id: member.employee_id, level: null } }),
  ),
  entry(contract.list)(async (side) => ({ input: { limit: '10', cursor: await secondPage(side) } })),
  entry(writes.read, { ...own, silent: 'what is not in one’s list cannot be unread there' })(({ notification_id }) => ({
    input: { notification_ids: [notification_id], until: '2020-01-01T00:00:00Z' },
  })),
  entry(quiet.getQuiet)(({ member }) => ({ input: { employee_id: member.employee_id } })),
];
