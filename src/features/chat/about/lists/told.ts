// The lists in the pane beside a conversation follow no topic: they are read anew when an event says that they changed, and go from the
// device when it says that one may no longer read them. Loaded after the page, since no page begins with the pane.
import { messagePinned } from '#contract/chat/marks/events.ts';
import * as chat from '#contract/chat.ts';
import type { EventFrame, PayloadOf } from '#contract/kernel/endpoint.ts';
import * as spaceEvents from '#contract/spaces/events.ts';
import { forget } from '#src/kit/people/forget.ts';
import type { EffectTools } from '#src/realtime/live-query.ts';
import { conversationsKey } from '../../live/keys.ts';
import type { Conversations } from '../../live/live-list.ts';
import { keptKey, membersKey, requestsKey, rolesKey, subSpaceMembersKey } from '../keys.ts';

/** Adding many people is as many events, and one list. Milliseconds. */
const TOGETHER_MS = 250;
const waiting = new Set<string>();

export function followLists({ name, topic, payload }: EventFrame, tools: EffectTools): void {
  const reread = (...keys: (readonly string[])[]) => {
    for (const queryKey of keys) void tools.queryClient.invalidateQueries({ queryKey });
  };
  const [, topic_id = ''] = topic.split(':');
  switch (name) {
    case chat.messageCreated.name:
      if ((payload as PayloadOf<typeof chat.messageCreated>).attachments.length) reread(...keptKeysOf(topic_id, tools));
      break;
    // Edits and deletions of what is pinned show in the list as well, and deletions among the files.
    case chat.messageUpdated.name:
    case chat.messageDeleted.name:
    case messagePinned.name:
      reread(...keptKeysOf(topic_id, tools));
      break;
    case spaceEvents.subSpaceOpened.name:
      reread(keptKey((payload as PayloadOf<typeof spaceEvents.subSpaceOpened>).sub_space.space_id));
      break;
    case spaceEvents.subSpaceClosed.name: {
      // A sub-space's conversation goes by its id.
      const { space_id, sub_space_id } = payload as PayloadOf<typeof spaceEvents.subSpaceClosed>;
      forgetKept(tools, [space_id, sub_space_id]);
      break;
    }
    case chat.entryRemoved.name:
      forgetKept(tools, [(payload as PayloadOf<typeof chat.entryRemoved>).entity_id]);
      break;
    case spaceEvents.subSpaceMembersChanged.name:
      reread(subSpaceMembersKey(topic_id));
      break;
    case spaceEvents.requestsChanged.name:
      reread(requestsKey((payload as PayloadOf<typeof spaceEvents.requestsChanged>).space_id));
      break;
    case spaceEvents.roleChanged.name:
      reread(rolesKey(topic_id));
      break;
    // Who had a role that is gone is plain again in the list of members.
    case spaceEvents.roleRemoved.name:
      reread(rolesKey(topic_id), membersKey(topic_id));
      break;
    case spaceEvents.memberChanged.name: {
      const { space_id } = payload as PayloadOf<typeof spaceEvents.memberChanged>;
      if (waiting.has(space_id)) return;
      waiting.add(space_id);
      setTimeout(() => {
        waiting.delete(space_id);
        // Whoever comes in waits no more; an admin is in all private sub-spaces, and who has gone in none. Of those all lists.
        reread(membersKey(space_id), requestsKey(space_id), subSpaceMembersKey('').slice(0, 2));
      }, TOGETHER_MS);
    }
  }
}

/** Those of a conversation, and of the whole space that it is in. */
function keptKeysOf(conversation_id: string, { queryClient }: EffectTools) {
  const list = queryClient.getQueryData<Conversations>(conversationsKey);
  const entry = list?.items.find(({ conversations }) =>
    conversations.some((one) => one.conversation_id === conversation_id),
  );
  return [keptKey(conversation_id), ...(entry?.space ? [keptKey(entry.entity_id)] : [])];
}

/** Of these, and of all conversations that one is not in: one of a space is known by nothing else once that is gone. */
function forgetKept(tools: EffectTools, gone: readonly unknown[]): void {
  const list = tools.queryClient.getQueryData<Conversations>(conversationsKey);
  const listed = new Set(
    list?.items.flatMap(({ entity_id, conversations }) => [
      entity_id,
      ...conversations.map((one) => one.conversation_id),
    ]),
  );
  const [feature, kind] = keptKey('');
  void forget(
    tools,
    ([of, what, id]) =>
      of === feature && what === kind && (gone.includes(id) || (list !== undefined && !listed.has(String(id)))),
  );
}
