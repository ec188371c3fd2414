// Writers of all that is not a message: each writes again and again while something happens to the server, and can say of every
// write that was acknowledged how one sees that it is there.
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import * as chat from '#contract/chat.ts';
import * as fileContract from '#contract/files.ts';
import * as departments from '#contract/people/departments.ts';
import * as profile from '#contract/people/profile.ts';
import * as people from '#contract/people.ts';
import * as spaces from '#contract/spaces.ts';
import type { TestClient } from '../kit/client.ts';
import { upload } from '../kit/files.ts';
import { newSpace, paragraph } from '../matrix/world.ts';

/** Throws if what was acknowledged is not there. `after`: the same person, signed in where it should be. */
type Check = (after: TestClient) => Promise<void>;

export interface Kept {
  readonly kind: string;
  /** When the answer was here. */
  readonly at: number;
  readonly check: Check;
}

type Write = (by: TestClient, space_id: string, nth: number) => Promise<Check>;

/** What rises with every write must be at least as far as it was acknowledged. */
const numberIn = (text: string | null | undefined): number => Number(/\d+$/.exec(text ?? '')?.[0] ?? -1);

const KINDS: Readonly<Record<string, Write>> = {
  file: async (by, _, nth) => {
    const content = `Written while it was copied, number ${nth}`;
    const { file_id } = await upload(by, Buffer.from(content), { name: `${nth}.txt` });
    return async (after) => {
      const { download_url } = await after.call(fileContract.metadata, { file_id });
      expect(await (await fetch(new URL(download_url, after.url))).text()).toBe(content);
    };
  },
  reaction: async (by, space_id) => {
    const place = { entity_type: 'space' as const, entity_id: space_id };
    const message_id = uuid();
    await by.call(chat.send, { ...place, message_id, body: paragraph('Liked') });
    const { message } = await by.call(chat.react, { message_id, emoji: '👍' });
    return async (after) => {
      const page = await after.call(chat.listMessages, { ...place, around_seq: String(message.seq), limit: '3' });
      expect(page.items.find((one) => one.message_id === message_id)).toEqual(message);
    };
  },
  department: async (by, _, nth) => {
    const department_id = uuid();
    await by.call(departments.createDepartment, { department_id, department_name: `Bakery ${nth}` });
    return async (after) => {
      const { items } = await after.call(departments.listDepartments, {});
      expect(items.map((one) => one.department_id)).toContain(department_id);
    };
  },
  profile: async (by, _, nth) => {
    const { employee_id } = by;
    await by.call(profile.update, { employee_id, position_title: `Baker ${nth}` });
    return async (after) => {
      const { position_title } = await after.call(profile.meta, { employee_id, select: ['position_title'] });
      expect(numberIn(position_title)).toBeGreaterThanOrEqual(nth);
    };
  },
  person: async (by, _, nth) => {
    const employee_id = uuid();
    const work_email_id = `${employee_id}@example.com`;
    await by.call(people.create, { employee_id, work_email_id, first_name: 'New', last_name: `Baker ${nth}` });
    return async (after) => {
      expect(await after.call(profile.meta, { employee_id, select: ['work_email_id'] })).toEqual({ work_email_id });
    };
  },
  space: async (by) => {
    const space_id = await newSpace({ owner: by, word: 'New' }, 'private', []);
    return async (after) => {
      expect((await after.call(spaces.get, { space_id })).space_id).toBe(space_id);
    };
  },
};

/** In a space of their own; ends once `stopped` says so. What is acknowledged goes into `kept`. */
export async function writeOthers(by: TestClient, kept: Kept[], stopped: () => boolean): Promise<void> {
  const space = await newSpace({ owner: by, word: 'Others' }, 'private', []);
  const write = async ([kind, once]: [string, Write]) => {
    for (let nth = 0; !stopped(); nth++) {
      const check = await once(by, space, nth);
      kept.push({ kind, at: Date.now(), check });
    }
  };
  await Promise.all(Object.entries(KINDS).map(write));
}

export const otherKinds: readonly string[] = Object.keys(KINDS);
