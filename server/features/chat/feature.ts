// Chat: conversations, messages, reactions, markers.
import type { Context, Feature } from '../../platform/feature.ts';
import type { FilePort } from './attachments/attachments.ts';
import { keepSendingDue } from './later/sending-job.ts';
import { keepPreviewing } from './messages/previews/preview-job.ts';
import { keepRemovingOld } from './messages/retention/retention-job.ts';
import type { SpacePort } from './messages/space-port.ts';
import { heardOf, listHeard } from './repo/conversation-repo.ts';
import { chatRoutes } from './routes.ts';
import { listReadable } from './threads/thread-repo.ts';

const PREFIX = 'conversation:';
/** What passes as a topic need not be an id to the database. */
const ONE = /^conversation:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** `spaces` and `files`: what chat has to know of them, see SpacePort and FilePort. */
export function chatFeature(context: Context, spaces: SpacePort, files: FilePort): Feature {
  const stops = [keepSendingDue(context), keepPreviewing(context, files), keepRemovingOld(context)];
  return {
    name: 'chat',
    routes: chatRoutes(spaces, files),
    topics: async (tx, employee_id, asked = []) => {
      const heard = await listHeard(tx, employee_id);
      const own = heard.map(heardOf);
      const mine = new Set(heard.map(({ conversation_id }) => `conversation:${conversation_id}`));
      const more = asked.filter((topic) => ONE.test(topic) && !mine.has(topic));
      if (!more.length) return own;
      const readable = await listReadable(
        tx,
        employee_id,
        more.map((topic) => topic.slice(PREFIX.length)),
      );
      return [...own, ...readable.map((id) => `conversation:${id}`)];
    },
    stop: async () => void (await Promise.all(stops.map((stop) => stop()))),
  };
}
