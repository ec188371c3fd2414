// Two companies on one real server, each with one of everything. Every text of company B carries the canary.
import { randomBytes } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import * as auth from '#contract/auth.ts';
import { createGroup } from '#contract/chat/groups.ts';
import { schedule as scheduleEndpoint } from '#contract/chat/scheduled.ts';
import * as chat from '#contract/chat.ts';
import type { RequestOf } from '#contract/kernel/endpoint.ts';
import { type DeviceInfo, updateDevice } from '#contract/notifications/device.ts';
import { list as listNotifications } from '#contract/notifications.ts';
import type { Rule } from '#contract/people/criteria.ts';
import { createDepartment } from '#contract/people/departments.ts';
import { createView } from '#contract/people/finding/views.ts';
import { createGroup as createPeopleGroup } from '#contract/people/groups.ts';
import { checkImport } from '#contract/people/spreadsheet/importing.ts';
import * as people from '#contract/people.ts';
import { permissions } from '#contract/permissions.ts';
import { createToken } from '#contract/provisioning.ts';
import type { RichText } from '#contract/rich-text.ts';
import { createRole } from '#contract/spaces/roles.ts';
import * as spaces from '#contract/spaces.ts';
import { announce, newCampaign } from '../flows/campaigns.fixture.ts';
import { newOperator } from '../flows/operator.fixture.ts';
import { addPasskey, newKey } from '../flows/passkey.fixture.ts';
import { newProvider, newUser } from '../flows/provisioning.fixture.ts';
import { startTestApp, type TestApp } from '../kit/app.ts';
import { TestClient } from '../kit/client.ts';
import { addPerson, PASSWORD, signIn } from '../kit/factory.ts';
import { upload } from '../kit/files.ts';
import { codeIn, waitForMail } from '../kit/mails.ts';
import { type FinchServer, openFinch } from '../kit/outside/finch-server.ts';
import { outboundHere } from '../kit/outside/identity-provider.ts';
import { CANARY } from './judge.ts';
import { startWatch, type Watch } from './watch.ts';

export interface Side {
  readonly app: TestApp;
  /** Who runs the server: of no company. */
  readonly operator: TestClient;
  /** Where the server finds Finch. */
  readonly finch: FinchServer;
  /** Stands in every text of this company. */
  readonly word: string;
  readonly company_id: string;
  readonly email: string;
  readonly domain: string;
  /** May everything; admin of the space. */
  readonly owner: TestClient;
  /** An ordinary colleague in the private space, who has a direct conversation with the owner. */
  readonly member: TestClient;
  /** An ordinary colleague who is in nothing. */
  readonly stranger: TestClient;
  /** Somebody who has left, and may come back. */
  readonly leaver_id: string;
  /** Also held by somebody who is in nothing but a group. */
  readonly role_id: string;
  readonly department_id: string;
  /** Of people, with chosen members. */
  readonly people_group_id: string;
  /** Of the company's identity provider. */
  readonly scim_token_id: string;
  /** One that is judged and not run. */
  readonly import_id: string;
  /** The owner's own. */
  readonly file_id: string;
  /** Private. */
  readonly space_id: string;
  readonly public_space_id: string;
  readonly sub_space_id: string;
  /** Of the private space. */
  readonly space_role_id: string;
  /** Of the sub-space. */
  readonly conversation_id: string;
  readonly message_id: string;
  /** Between owner and member. */
  readonly direct_id: string;
  readonly direct_message_id: string;
  /** What the owner has answered in a thread of the message in the sub-space. */
  readonly answer_id: string;
  readonly thread_id: string;
  /** Of owner, member and a third. */
  readonly group_id: string;
  readonly campaign_id: string;
  /** Of the owner, to the member. */
  readonly scheduled_id: string;
  readonly view_id: string;
  /** In the owner's list. */
  readonly notification_id: string;
  /** The owner's, which takes no pushes. */
  readonly device_id: string;
  /** Of somebody who is in nothing. */
  readonly passkey_id: string;
}

export interface World {
  readonly app: TestApp;
  readonly operator: TestClient;
  readonly a: Side;
  readonly b: Side;
  readonly watch: Watch;
}

export const some = (): string => randomBytes(5).toString('hex');
export const paragraph = (text: string): RichText => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
});

/** `given`: how much it says in its log. */
export async function buildWorld(given: { logLevel?: string } = {}): Promise<World> {
  const finch = await openFinch();
  // A collector that nobody reaches: its port is one that is never asked.
  const sentry = { envelopes: 'http://127.0.0.1:1/api/1/envelope/', key: 'key' };
  const app = await startTestApp({ sentry }, { outbound: finch.outbound(outboundHere()), ...given });
  const operator = await newOperator(app);
  const outside = { operator, finch };
  const [a, b] = await Promise.all([buildSide(app, 'Plain', outside), buildSide(app, CANARY, outside)]);
  return { app, operator, a, b, watch: await startWatch(app) };
}

async function buildSide(app: TestApp, word: string, outside: Pick<Side, 'operator' | 'finch'>): Promise<Side> {
  const domain = `${word}-${some()}.example`.toLowerCase();
  const email = `owner@${domain}`;
  const named = (first_name: string) => ({ first_name: `${word} ${first_name}`, last_name: `${word} Last` });
  const owner = await register(app, { company_name: `${word} Company`, email_id: email, ...named('Owner'), domain });
  const { company_id } = owner;
  const person = (first_name: string, role_ids: string[] = []) =>
    addPerson(app, owner, {
      role_ids,
      ...named(first_name),
      work_email_id: `${word}-${first_name}-${some()}@${some()}.example`,
      position_title: `${word} title`,
    });
  const role_id = await newRole(app, company_id, word, ['spaces.create']);
  const [member, stranger] = [await person('Member'), await person('Stranger')];
  const space_id = await newSpace({ owner, word }, 'private', [member.employee_id]);
  const public_space_id = await newSpace({ owner, word }, 'public', []);
  const sub_space_id = uuid();
  await owner.call(spaces.createSubSpace, {
    space_id,
    sub_space_id,
    sub_space_name: `${word} sub-space`,
    sub_space_description: `${word} about`,
  });
  const inSpace = await write(owner, { entity_type: 'space', entity_id: space_id, sub_space_id }, `${word} in a space`);
  const direct = await write(owner, { entity_type: 'employee', entity_id: member.employee_id }, `${word} between us`);
  const answer = await write(owner, { entity_type: 'thread', entity_id: inSpace.message_id }, `${word} in a thread`);
  await write(member, { entity_type: 'thread', entity_id: inSpace.message_id }, `${word} too`);
  return {
    app,
    ...outside,
    word,
    company_id,
    email,
    domain,
    owner,
    member,
    stranger,
    file_id: (await upload(owner, `${word} words`, { folder: 'chat', name: `${word}.txt` })).file_id,
    role_id,
    leaver_id: await newLeaver({ owner, word }),
    department_id: await newDepartment({ owner, word }),
    import_id: await newImport({ owner, word }),
    people_group_id: await newPeopleGroup({ owner, word }),
    scim_token_id: await provisionedBy(owner, word),
    space_id,
    public_space_id,
    sub_space_id,
    space_role_id: await newSpaceRole({ owner, word }, space_id),
    conversation_id: inSpace.conversation_id,
    message_id: inSpace.message_id,
    direct_id: direct.conversation_id,
    direct_message_id: direct.message_id,
    answer_id: answer.message_id,
    thread_id: answer.conversation_id,
    group_id: await newGroup(owner, [member, await person('Third', [role_id])], `${word} group`),
    campaign_id: await announced(app, owner, member, word),
    view_id: await newView({ owner, word }),
    scheduled_id: await schedule(owner, { entity_type: 'employee', entity_id: member.employee_id }, `${word} later`),
    notification_id: await firstListed(owner),
    device_id: await newDevice(owner, word),
    passkey_id: (await addPasskey(await person('Keyed'), newKey(), `${word} key`)).passkey_id,
  };
}

export const deviceOf = (word: string, push: DeviceInfo['push']): DeviceInfo => ({
  app_type: 'web',
  os: word,
  browser: word,
  browser_version: word,
  is_mobile: false,
  push,
  notification_debug: { [word]: word },
});

async function newDevice(by: TestClient, word: string): Promise<string> {
  const device_info = deviceOf(word, { transport: 'none', permission: 'unsupported' });
  return (await by.call(updateDevice, { device_id: uuid(), device_info })).device_id;
}

async function announced({ app }: TestApp, owner: TestClient, member: TestClient, word: string): Promise<string> {
  const campaign_id = await newCampaign(app, owner, [member], `${word} campaign`);
  await announce(app, owner, campaign_id, `${word} news`);
  return campaign_id;
}

/** What the person is told first; that comes a moment later. */
async function firstListed(by: TestClient): Promise<string> {
  for (let n = 0; n < 500; n++) {
    const [first] = (await by.call(listNotifications, {})).items;
    if (first) return first.notification_id;
    await new Promise((done) => setTimeout(done, 20));
  }
  throw new Error('Nobody was told');
}

/** With a domain of its own, so that it can be found by it. */
async function register(app: TestApp, given: Omit<RequestOf<typeof auth.register>, 'password'>): Promise<TestClient> {
  const owner = new TestClient(app.url);
  await owner.call(auth.register, { ...given, password: PASSWORD });
  const otp = codeIn(await waitForMail(app.dataDir, given.email_id));
  owner.session = await owner.call(auth.verify, { email_id: given.email_id, otp });
  return owner;
}

/** Written as the owner of the database: no audit, no event, and as many as it takes. */
export async function newRole(
  app: TestApp,
  company_id: string,
  name: string,
  held: readonly string[],
): Promise<string> {
  const role_id = uuid();
  await app.sql('INSERT INTO role (company_id, role_id, name, permissions) VALUES ($1, $2, $3, $4)', [
    company_id,
    role_id,
    `${name} role`,
    held,
  ]);
  return role_id;
}

export async function newDepartment({ owner, word }: Pick<Side, 'owner' | 'word'>): Promise<string> {
  const department_id = uuid();
  await owner.call(createDepartment, { department_id, department_name: `${word} department ${some()}` });
  return department_id;
}

export async function newView({ owner, word }: Pick<Side, 'owner' | 'word'>): Promise<string> {
  const view_id = uuid();
  await owner.call(createView, { view_id, view_name: `${word} view ${some()}`, query: {} });
  return view_id;
}

/** A file in which nothing is to be done: running it sets nothing going. */
export async function newImport({ owner, word }: Pick<Side, 'owner' | 'word'>): Promise<string> {
  const import_id = uuid();
  const { file_id } = await newTable({ owner, word });
  await owner.call(checkImport, { import_id, file_id });
  return import_id;
}

/** One that asks about a department; its name. */
export async function newAsking({ owner, word }: Pick<Side, 'owner' | 'word'>) {
  const [import_id, name] = [uuid(), `${word} ${some()}`];
  const table = `Name,Email,Department\n${word},${word},${name}`;
  const { file_id } = await upload(owner, table, { name: `${word}-${some()}.csv` });
  await owner.call(checkImport, { import_id, file_id });
  return { import_id, name };
}

export const newTable = ({ owner, word }: Pick<Side, 'owner' | 'word'>) =>
  upload(owner, `Name,Email\n${word},${word}\n${word} ${some()},${word}`, { name: `${word}-${some()}.csv` });

export async function newScimToken(by: TestClient, token_name: string): Promise<string> {
  const token_id = uuid();
  await by.call(createToken, { token_id, token_name });
  return token_id;
}

/** Somebody whom a provider has made, and a call of it that failed. */
async function provisionedBy(owner: TestClient, word: string): Promise<string> {
  const provider = await newProvider(owner, word);
  const userName = `${word}-provided-${some()}@${some()}.example`;
  const name = { givenName: `${word} Provided`, familyName: `${word} Last` };
  await provider.call('POST', '/Users', newUser({ userName, name, externalId: `${word} outside`, active: false }));
  await provider.call('GET', `/Users/${uuid()}`);
  return provider.token_id;
}

export async function newPeopleGroup({ owner, word }: Pick<Side, 'owner' | 'word'>, rule?: Rule): Promise<string> {
  const group_id = uuid();
  const group_name = `${word} people ${some()}`;
  await owner.call(createPeopleGroup, { group_id, group_name, ...(rule && { rule }) });
  return group_id;
}

export async function newGroup(by: TestClient, others: readonly TestClient[], name: string): Promise<string> {
  const employee_ids = others.map((one) => one.employee_id);
  const { entry } = await by.call(createGroup, { conversation_id: uuid(), employee_ids, name });
  return entry.entity_id;
}

export async function newSpace(
  side: Pick<Side, 'owner' | 'word'>,
  visibility: 'public' | 'private',
  employee_ids: string[],
): Promise<string> {
  const space_id = uuid();
  await side.owner.call(spaces.create, {
    space_id,
    space_name: `${side.word} space ${some()}`,
    space_description: `${side.word} description`,
    visibility,
    employee_ids,
  });
  return space_id;
}

export async function newSpaceRole({ owner, word }: Pick<Side, 'owner' | 'word'>, space_id: string): Promise<string> {
  const space_role_id = uuid();
  const space_role_name = `${word} role ${some()}`;
  await owner.call(createRole, { space_id, space_role_id, space_role_name, actions: ['edit_space'] });
  return space_role_id;
}

export const write = async (by: TestClient, to: chat.Address, text: string): Promise<chat.Message> =>
  (await by.call(chat.send, { ...to, message_id: uuid(), body: paragraph(text) })).message;

/** For tomorrow. */
export async function schedule(by: TestClient, to: chat.Address, text: string): Promise<string> {
  const message_id = uuid();
  const due_at = new Date(Date.now() + 86_400_000).toISOString();
  await by.call(scheduleEndpoint, { ...to, message_id, body: paragraph(text), due_at });
  return message_id;
}

/** Somebody who was invited and has not come yet. */
export async function newPerson(side: Pick<Side, 'owner' | 'word'>): Promise<string> {
  const employee_id = uuid();
  await side.owner.call(people.create, {
    employee_id,
    first_name: `${side.word} New`,
    last_name: `${side.word} Person`,
    work_email_id: `${side.word}-${some()}@${some()}.example`,
    send_invitation: false,
  });
  return employee_id;
}

export async function newLeaver(side: Pick<Side, 'owner' | 'word'>): Promise<string> {
  const employee_id = await newPerson(side);
  await side.owner.call(people.remove, { employee_id });
  return employee_id;
}

/** Somebody signed in who may do everything but `missing`. */
export async function personWithout(side: Side, missing: readonly string[]): Promise<TestClient> {
  const held = permissions.filter((permission) => !missing.includes(permission));
  const role_id = await newRole(side.app, side.company_id, `${side.word} without ${missing.join(', ')}`, held);
  return addPerson(side.app, side.owner, { ...{ first_name: side.word, last_name: side.word }, role_ids: [role_id] });
}

/** A second session of the same person. */
export const againAs = (side: Side): Promise<TestClient> => signIn(side.app.url, side.email);

const YOUNG_MS = 60_000;
const FRESH = [
  `UPDATE access_token SET issued_at = now(), expires_at = now() + interval '15 minutes' WHERE expires_at > now()`,
  'UPDATE session SET proved_at = now()',
];

/**
 * To be called before each row: however long all of them take, no session gets its next token in the middle of one. The calls of a row
 * keep to the token that their people had at first, and none is asked once more who they are.
 */
export function tokenKeeper(world: () => World): () => Promise<void> {
  let last = performance.now();
  return async () => {
    if (performance.now() - last < YOUNG_MS) return;
    last = performance.now();
    for (const statement of FRESH) await world().app.sql(statement);
  };
}
