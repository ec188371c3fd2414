// The words in which the chat tests speak: who writes where, and what is seen of it. Real calls, nothing else.
import { v7 as uuid } from 'uuid';
import type { Address, EntryAddress } from '#contract/chat.ts';
import * as chat from '#contract/chat.ts';
import type { RequestOf } from '#contract/kernel/endpoint.ts';
import { docOf } from '#contract/rich-text.ts';
import * as spaces from '#contract/spaces.ts';
import type { TestApp } from '#tests/kit/app.ts';
import type { CallOptions, TestClient } from '#tests/kit/client.ts';
import { addPerson, registerCompany } from '#tests/kit/factory.ts';
import type { TestSocket } from '#tests/kit/socket.ts';

/** How long a socket may take while the machine is busy. Milliseconds. */
export const PATIENCE = 30_000;

/** What a socket has heard of talk: notifications come a moment later, or have come already. */
export const ofChat = ({ events }: Pick<TestSocket, 'events'>): TestSocket['events'] =>
  events.filter(({ name }) => name.startsWith('chat.'));

/** An id that nothing has. */
export const nobody = '01900000-0000-7000-8000-000000000000';

export interface Cast {
  /** May do everything in the company. */
  readonly owner: TestClient;
  readonly ada: TestClient;
  readonly ben: TestClient;
  readonly cleo: TestClient;
  /** The owner of another company. */
  readonly stranger: TestClient;
}

export async function gather(app: TestApp): Promise<Cast> {
  const { owner } = await registerCompany(app);
  const [ada, ben, cleo] = await Promise.all([addPerson(app, owner), addPerson(app, owner), addPerson(app, owner)]);
  return { owner, ada, ben, cleo, stranger: (await registerCompany(app)).owner };
}

/** Two people of the company who have never written to each other. */
export const pair = (app: TestApp, { owner }: Pick<Cast, 'owner'>): Promise<[TestClient, TestClient]> =>
  Promise.all([addPerson(app, owner), addPerson(app, owner)]);

export const ids = (...people: TestClient[]): string[] => people.map((one) => one.employee_id);

export const to = (other: TestClient | string): EntryAddress => ({
  entity_type: 'employee',
  entity_id: typeof other === 'string' ? other : other.employee_id,
});
export const into = (space_id: string, sub_space_id?: string): EntryAddress => ({
  entity_type: 'space',
  entity_id: space_id,
  ...(sub_space_id && { sub_space_id }),
});

/** The thread of a message. */
export const under = (root: Pick<chat.Message, 'message_id'>): Address => ({
  entity_type: 'thread',
  entity_id: root.message_id,
});

/** The answer of a send; the text is the message's only paragraph. */
export const send = (by: TestClient, at: Address, text: string, message_id = uuid(), options: CallOptions = {}) =>
  by.call(chat.send, { ...at, message_id, body: docOf(text) }, options);
export const say = async (by: TestClient, at: Address, text: string): Promise<chat.Message> =>
  (await send(by, at, text)).message;

type Range = Omit<RequestOf<typeof chat.listMessages>, keyof Address>;
export const read = (by: TestClient, at: Address, range: Range = {}) => by.call(chat.listMessages, { ...at, ...range });

export const makeSpace = async (by: TestClient, given: Partial<RequestOf<typeof spaces.create>> = {}) =>
  (await by.call(spaces.create, { space_id: uuid(), space_name: 'Night shift', ...given })).space;

export const entryOf = async (by: TestClient, entity_id: string): Promise<chat.Entry | undefined> =>
  (await by.call(chat.listConversations, {})).items.find((entry) => entry.entity_id === entity_id);
export const stateOf = async (by: TestClient, entity_id: string): Promise<chat.ConversationState | undefined> =>
  (await entryOf(by, entity_id))?.conversations[0];

/** `conversation:…` of the space's sub-space number `index`. */
export const topicOf = (space: chat.Space, index = 0): string =>
  `conversation:${space.sub_spaces[index]?.sub_space_id}`;
