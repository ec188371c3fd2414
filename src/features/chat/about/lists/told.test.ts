// Which lists of the pane are read anew after an event, and what goes from the device: asked of a real query cache and a real disk.
import { QueryClient, type QueryKey } from '@tanstack/react-query';
import { afterEach, expect, test } from 'vitest';
import { messagePinned } from '#contract/chat/marks/events.ts';
import * as chat from '#contract/chat.ts';
import type { Topic } from '#contract/kernel/endpoint.ts';
import * as spaceEvents from '#contract/spaces/events.ts';
import { createQueryPersister } from '#src/offline/cache/query-persister.ts';
import { accountOf, cacheDatabase } from '#src/offline/databases.ts';
import type { EffectTools } from '#src/realtime/live-query.ts';
import { conversationsKey } from '../../live/keys.ts';
import { keptKey, membersKey, requestsKey, subSpaceMembersKey } from '../keys.ts';
import { followLists } from './told.ts';

const [SPACE, GENERAL, OFFICE, OTHER, DIRECT] = ['space', 'general', 'office', 'other', 'direct'];
const keyed = (...ids: (string | undefined)[]) =>
  ids.flatMap((id = '') => [
    [...keptKey(id), 'files'],
    [...keptKey(id), 'pinned'],
  ]);

let accounts = 0;
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

const listOf = (...entries: [id: string, isSpace: boolean, ...conversations: string[]][]) => ({
  items: entries.map(([entity_id, isSpace, ...ids]) => ({
    entity_id,
    space: isSpace ? {} : null,
    conversations: ids.map((conversation_id) => ({ conversation_id })),
  })),
});
const ALL = listOf(['space', true, 'general', 'office'], ['colleague', false, 'direct'], ['elsewhere', true, 'other']);

/** A device on which all these lists have been looked at. */
async function device() {
  const db = cacheDatabase(accountOf({ company_id: 'told', employee_id: `${accounts++}` }));
  const persister = createQueryPersister();
  persister.use(db);
  const queryClient = new QueryClient({
    defaultOptions: { queries: { persister: persister.persister as never, staleTime: 60_000, retry: false } },
  });
  queryClient.setQueryData(conversationsKey, ALL);
  const keys = [...keyed(SPACE, GENERAL, OFFICE, OTHER, DIRECT), [...membersKey('space')]];
  for (const queryKey of keys) await queryClient.fetchQuery({ queryKey, queryFn: () => ({ pages: [] }) });
  const kept = async () =>
    ((await db.run((d) => d.getAll('query'))) as { queryKey: QueryKey }[])
      .map(({ queryKey }) => queryKey.join(' '))
      .sort();
  await expect.poll(async () => (await kept()).length).toBe(keys.length);
  ends.push(
    () => persister.use(null),
    () => queryClient.clear(),
    () => db.destroy(),
  );
  const tools = { queryClient, db } as unknown as EffectTools;
  const old = () =>
    queryClient
      .getQueryCache()
      .findAll({ predicate: ({ state }) => state.isInvalidated })
      .map(({ queryKey }) => queryKey);
  const tell = (event: { readonly name: string }, topic: Topic, payload: object = {}) =>
    followLists({ name: event.name, topic, revision: 1, payload }, tools);
  return { queryClient, kept, old, tell };
}

test('what changes in a sub-space shows in its own lists and in those of the whole space', async () => {
  for (const event of [messagePinned, chat.messageUpdated, chat.messageDeleted]) {
    const { tell, old } = await device();
    tell(event, 'conversation:office');
    expect(old(), event.name).toEqual(keyed(SPACE, OFFICE));
  }
});

test('a message does if it brings files', async () => {
  const { tell, old } = await device();
  tell(chat.messageCreated, 'conversation:office', { attachments: [] });
  expect(old()).toEqual([]);
  tell(chat.messageCreated, 'conversation:office', { attachments: [{}] });
  expect(old()).toEqual(keyed(SPACE, OFFICE));
});

test('between two people, and in a thread, there is no space', async () => {
  const { tell, old } = await device();
  tell(messagePinned, 'conversation:direct');
  tell(messagePinned, 'conversation:a thread');
  expect(old()).toEqual(keyed(DIRECT));
});

test('who comes into a private sub-space has its past in the whole space', async () => {
  const { tell, old } = await device();
  tell(spaceEvents.subSpaceOpened, 'employee:me', { sub_space: { space_id: SPACE } });
  expect(old()).toEqual(keyed(SPACE));
});

test('who comes into a space, goes or becomes an admin shows in its members, in who waits and in its private sub-spaces', async () => {
  const { queryClient, tell, old } = await device();
  const keys = [requestsKey(SPACE), subSpaceMembersKey(OFFICE)];
  for (const queryKey of [...keys, requestsKey('elsewhere')]) queryClient.setQueryData(queryKey, []);
  tell(spaceEvents.memberChanged, 'space:space', { space_id: SPACE });
  await expect.poll(old).toEqual([membersKey(SPACE), ...keys]);
});

const joined = (keys: readonly QueryKey[]) => keys.map((key) => key.join(' ')).sort();

test('of a sub-space that closes nothing stays on the device', async () => {
  const { queryClient, tell, kept } = await device();
  queryClient.setQueryData(
    conversationsKey,
    listOf(['space', true, 'general'], ['colleague', false, 'direct'], ['elsewhere', true, 'other']),
  );
  tell(spaceEvents.subSpaceClosed, 'employee:me', { space_id: SPACE, sub_space_id: OFFICE });
  await expect.poll(kept).toEqual(joined([...keyed(GENERAL, OTHER, DIRECT), membersKey('space')]));
  for (const key of keyed(SPACE, OFFICE)) expect(queryClient.getQueryData(key)).toBeUndefined();
});

test('of a space that one has left nothing stays on the device', async () => {
  const { queryClient, tell, kept } = await device();
  queryClient.setQueryData(conversationsKey, listOf(['colleague', false, 'direct'], ['elsewhere', true, 'other']));
  tell(chat.entryRemoved, 'employee:me', { entity_type: 'space', entity_id: SPACE });
  await expect.poll(kept).toEqual(joined([...keyed(OTHER, DIRECT), membersKey('space')]));
  for (const key of keyed(SPACE, GENERAL, OFFICE)) expect(queryClient.getQueryData(key)).toBeUndefined();
});

test('before the list is there only what is named goes', async () => {
  const { queryClient, tell, kept } = await device();
  queryClient.removeQueries({ queryKey: conversationsKey });
  tell(chat.entryRemoved, 'employee:me', { entity_type: 'space', entity_id: SPACE });
  await expect.poll(kept).toEqual(joined([...keyed(GENERAL, OFFICE, OTHER, DIRECT), membersKey('space')]));
});
