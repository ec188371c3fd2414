// The cases of threads; those of what is said in them are the ones of messages, by an address that is a thread.
import { v7 as uuid } from 'uuid';
import * as threads from '#contract/chat/threads.ts';
import { paragraph, type Side, some } from '../world.ts';
import { entry } from './case.ts';

const inThread = ({ message_id }: Side) => ({ entity_type: 'thread' as const, entity_id: message_id });

/** Forms of endpoints that take an address. */
export const readThread = (side: Side) => ({ input: { ...inThread(side), after_seq: '0', limit: '10' } });
export const writeInThread = (side: Side) => ({
  input: { ...inThread(side), message_id: uuid(), body: paragraph(`${side.word} ${some()}`) },
});

export const threadCases = [
  entry(threads.listThreads)(() => ({ input: {} })),
  entry(threads.follow, { byAnybody: 'who reads a thread may follow it' })(
    async ({ owner, message_id }) => {
      await owner.call(threads.follow, { message_id, following: false });
      return { input: { message_id, following: true } };
    },
    async ({ owner, message_id }) => {
      await owner.call(threads.follow, { message_id, following: true });
      return { input: { message_id, following: false } };
    },
  ),
];
