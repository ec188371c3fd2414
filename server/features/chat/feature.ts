// Chat: conversations, messages, reactions, markers.
import type { Context, Feature } from '../../platform/feature.ts';
import { listConversationIds } from './repo/conversation-repo.ts';
import { chatRoutes } from './routes.ts';
import type { SpacePort } from './service.ts';

/** `spaces`: what chat has to know of spaces, see SpacePort. */
export function chatFeature(_context: Context, spaces: SpacePort): Feature {
  return {
    name: 'chat',
    routes: chatRoutes(spaces),
    topics: async (tx, employee_id) =>
      (await listConversationIds(tx, employee_id)).map((conversation_id) => `conversation:${conversation_id}`),
  };
}
