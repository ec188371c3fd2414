// Companies and their people, made over HTTP as an administrator and the mailed links would make them.

import { v7 as uuid } from 'uuid';
import * as chat from '#contract/chat.ts';
import { docOf, plainText } from '#contract/rich-text.ts';
import * as spaces from '#contract/spaces.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { addPerson, registerCompany, signIn } from '#tests/kit/factory.ts';
import { writeHistory } from '#tests/kit/history.ts';
import type { Server } from './server.ts';

export { PASSWORD } from '#tests/kit/factory.ts';

export interface Person {
  readonly id: string;
  readonly first: string;
  /** First and last name. */
  readonly name: string;
  readonly email: string;
  /** A session of its own, apart from those of the person's browsers. */
  readonly api: TestClient;
}

export interface Company {
  readonly id: string;
  readonly name: string;
  /** May everything. */
  readonly ines: Person;
  readonly kwame: Person;
}

let made = 0;
/** An address that nobody else in this worker has. */
const mailOf = (first: string): string => `${first.toLowerCase()}@c${process.pid}-${++made}.example`;

/** A company of two. */
export async function newCompany(server: Server): Promise<Company> {
  const email = mailOf('Ines');
  const name = 'Brackenford';
  const { owner, company_id } = await registerCompany(server, {
    company_name: name,
    email_id: email,
    first_name: 'Ines',
    last_name: 'Okafor',
  });
  const ines = { id: owner.employee_id, first: 'Ines', name: 'Ines Okafor', email, api: owner };
  const kwame = await newColleague(server, ines, 'Kwame', 'Mensah', 'Maintenance engineer');
  return { id: company_id, name, ines, kwame };
}

export async function newColleague(
  server: Server,
  by: Person,
  first_name: string,
  last_name: string,
  position_title = '',
): Promise<Person> {
  const email = mailOf(first_name);
  const api = await addPerson(server, by.api, { first_name, last_name, position_title, work_email_id: email });
  return { id: api.employee_id, first: first_name, name: `${first_name} ${last_name}`, email, api };
}

/** Signs in once more, over HTTP: a session for a browser. */
export const freshSession = (server: Pick<Server, 'url'>, person: Person): Promise<TestClient> =>
  signIn(server.url, person.email);

export const direct = (to: Person): chat.Address => ({ entity_type: 'employee', entity_id: to.id });

export async function write(from: Person, to: chat.Address, text: string): Promise<chat.Message> {
  const input = { ...to, message_id: uuid(), body: docOf(text) };
  return (await from.api.call(chat.send, input, { key: input.message_id })).message;
}

/** What the server has of a conversation, as `person` sees it: texts, oldest first. */
export async function textsIn(person: Person, address: chat.Address): Promise<string[]> {
  const { items } = await person.api.call(chat.listMessages, { ...address, limit: '50' });
  return items.map(({ body }) => (body ? plainText(body) : '(deleted)'));
}

export async function newSpace(
  by: Person,
  space_name: string,
  members: readonly Person[],
  visibility: 'public' | 'private' = 'public',
): Promise<string> {
  const space_id = uuid();
  await by.api.call(spaces.create, {
    space_id,
    space_name,
    space_description: 'Everything around the ovens',
    visibility,
    employee_ids: members.map(({ id }) => id),
  });
  return space_id;
}

export async function newSubSpace(by: Person, space_id: string, sub_space_name: string): Promise<string> {
  const sub_space_id = uuid();
  await by.api.call(spaces.createSubSpace, { space_id, sub_space_id, sub_space_name, sub_space_description: '' });
  return sub_space_id;
}

/** What Kwame has written to Ines: `Message N.` has seq N, and she has read up to `read`. Returns the conversation's id. */
export async function past(
  server: Server,
  { id, ines, kwame }: Company,
  last: number,
  read: number = last,
  pause?: number,
): Promise<string> {
  const { conversation_id } = await write(kwame, direct(ines), 'Message 1.');
  await writeHistory((text, values) => server.sql(text, values), {
    company_id: id,
    conversation_id,
    people: [kwame.id],
    last_seq: last,
    read_seq: read,
    ...(pause && { pause }),
  });
  return conversation_id;
}
