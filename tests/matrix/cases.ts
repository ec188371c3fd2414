// One valid call per endpoint, made anew each time: what all columns of the matrix start from. Every field is given, the
// optional ones too. An endpoint without an entry fails.
import { v7 as uuid } from 'uuid';
import * as seal from '#contract/auth/seal.ts';
import * as security from '#contract/auth/security.ts';
import * as auth from '#contract/auth.ts';
import { listFiles } from '#contract/chat/attachments.ts';
import * as marks from '#contract/chat/marks/marks.ts';
import { removePreview } from '#contract/chat/previews/previews.ts';
import { listSeen, showSeen } from '#contract/chat/seen.ts';
import * as chat from '#contract/chat.ts';
import * as files from '#contract/files.ts';
import * as people from '#contract/people.ts';
import { search } from '#contract/search.ts';
import * as sync from '#contract/sync.ts';
import { linking } from '../flows/previews.fixture.ts';
import { TestClient } from '../kit/client.ts';
import { addPerson, PASSWORD } from '../kit/factory.ts';
import { png, upload } from '../kit/files.ts';
import { codeIn, resetTokenIn, verifyTokenIn, waitForMail } from '../kit/mails.ts';
import { companiesCases } from './cases/auth/companies-cases.ts';
import { passkeyCases } from './cases/auth/passkey-cases.ts';
import { secondFactorCases } from './cases/auth/second-factor-cases.ts';
import { ssoCases } from './cases/auth/sso-cases.ts';
import { type Case, entry } from './cases/case.ts';
import { companyCases } from './cases/company-cases.ts';
import { groupCases, readGroup } from './cases/group-cases.ts';
import { laterCases } from './cases/later-cases.ts';
import { leavingCases } from './cases/leaving-cases.ts';
import { deviceCases } from './cases/notifications/device-cases.ts';
import { notificationCases } from './cases/notifications/notification-cases.ts';
import { operatorCases } from './cases/operator-cases.ts';
import { chartCases } from './cases/people/chart-cases.ts';
import { importCases } from './cases/people/import-cases.ts';
import { privacyCases } from './cases/people/privacy-cases.ts';
import { provisioningCases } from './cases/people/provisioning-cases.ts';
import { roleCases } from './cases/people/role-cases.ts';
import { viewCases } from './cases/people/view-cases.ts';
import { filesOfSpace, joiningCases, pinsOfSpace, spaceRoleCases, spacesCases } from './cases/space-cases.ts';
import { structureCases } from './cases/structure-cases.ts';
import { auditCases, systemCases } from './cases/system-cases.ts';
import { readThread, threadCases, writeInThread } from './cases/thread-cases.ts';
import { againAs, newPerson, paragraph, type Side, some, write } from './world.ts';

const nothing = () => ({ input: {} });
const nobody = new TestClient('');
const member = (side: Side) => side.member;
const stranger = (side: Side) => side.stranger;
const directory = { module: 'people', by: stranger } as const;
const address = (side: Side) => `${side.word}-${some()}@${some()}.example`;

/** A company that waits for its first address to be proven. */
async function registered(side: Side) {
  const email_id = address(side);
  const name = `${side.word} ${some()}`;
  const client = new TestClient(side.app.url);
  await client.call(auth.register, {
    company_name: name,
    first_name: name,
    last_name: name,
    email_id,
    password: PASSWORD,
  });
  return { by: client, email_id, mail: await waitForMail(side.app.dataDir, email_id) };
}

async function invited(side: Side): Promise<string> {
  const work_email_id = address(side);
  const name = `${side.word} ${some()}`;
  await side.owner.call(people.create, { employee_id: uuid(), first_name: name, last_name: name, work_email_id });
  return resetTokenIn(await waitForMail(side.app.dataDir, work_email_id));
}

const asOneIsSeen = { employee_status: { status_type: 'Busy' as const }, hidden_fields: ['pronouns' as const] };
const person = (side: Side) => ({
  first_name: `${side.word} ${some()}`,
  last_name: `${side.word} ${some()}`,
  position_title: `${side.word} title`,
  profile_url: '/files/face.png',
  phone_number: '+49 30 1234567',
  location: `${side.word} town`,
  time_zone: 'Europe/Berlin',
  working_hours: [{ from: '09:00', to: '17:00' }, null, null, null, null, null, null],
  pronouns: 'they/them',
  ...{ skills: ['patience'], employee_number: some() },
  birth_date: '1990-02-28',
  joining_date: '2024-02-29',
  manager_id: side.owner.employee_id,
  department_id: side.department_id,
  group_ids: [side.people_group_id],
  role_ids: [side.role_id],
  work_email_id: address(side),
});

const inSubSpace = (side: Side) => ({
  entity_type: 'space' as const,
  entity_id: side.space_id,
  sub_space_id: side.sub_space_id,
});
const mine = (side: Side) => write(side.owner, inSubSpace(side), `${side.word} ${some()}`);

const authCases = [
  entry(auth.register)((side) => ({
    by: nobody,
    input: {
      company_name: `${side.word} ${some()}`,
      first_name: side.word,
      last_name: side.word,
      email_id: address(side),
      password: PASSWORD,
      time_zone: 'Europe/London',
      domain: `${some()}.example`,
    },
  })),
  entry(auth.login)((side) => ({
    by: nobody,
    input: { email_id: side.email, password: PASSWORD, company_id: side.company_id },
  })),
  entry(auth.verify)(
    async (side) => {
      const { by, email_id, mail } = await registered(side);
      return { by, input: { email_id, otp: codeIn(mail) } };
    },
    async (side) => ({ by: nobody, input: { token: verifyTokenIn((await registered(side)).mail) } }),
  ),
  entry(auth.resend)(async (side) => ({ by: nobody, input: { email_id: (await registered(side)).email_id } })),
  entry(auth.requestReset)((side) => ({ by: nobody, input: { email_id: side.email } })),
  entry(auth.reset)(async (side) => ({
    by: nobody,
    input: { token: await invited(side), password: PASSWORD, confirm_password: PASSWORD },
  })),
  entry(auth.resolveSession, { session: true })(({ owner, company_id }) => ({
    input: { session_id: owner.session?.session_id ?? '', company_id, employee_id: owner.employee_id },
  })),
  entry(auth.resolveCompany)(
    ({ owner, company_id, email }) => ({
      input: { company_id, employee_email: email, employee_id: owner.employee_id },
    }),
    ({ domain }) => ({ by: nobody, input: { domain } }),
  ),
  entry(auth.logout, { silent: 'logging out never fails' })(async (side) => {
    const by = await againAs(side);
    return { by, input: { session_id: by.session?.session_id ?? '' } };
  }),
  entry(seal.sealKeys)(nothing),
  entry(security.listSessions)(nothing),
  entry(security.revokeSession, { byAnybody: 'nobody sees a session of somebody else' })(async (side) => {
    const other = await againAs(side);
    return { input: { session_id: other.session?.session_id ?? '' } };
  }),
  entry(security.revokeOthers)(async (side) => ({ by: await addPerson(side.app, side.owner), input: {} })),
  entry(security.changePassword)(async (side) => ({
    by: await addPerson(side.app, side.owner),
    input: { old_password: PASSWORD, password: `${PASSWORD} 2`, confirm_password: `${PASSWORD} 2` },
  })),
];

const filesCases = [
  entry(files.presign)(({ owner, company_id }) => ({
    input: { key: `${company_id}/chat/${owner.employee_id}/${some()}-1732201600000.png`, is_private: 'true' },
  })),
  entry(files.metadata)(({ file_id }) => ({ input: { file_id } })),
  entry(files.addresses)(({ file_id }) => ({ input: { file_ids: file_id } })),
];

const peopleCases = [
  entry(people.list, { asksModule: directory })(
    (side) => ({
      input: {
        query: side.word,
        filters: {
          statuses: ['ACTIVE'],
          role_ids: [side.role_id],
          locations: [`${side.word} town`],
          manager_ids: [side.owner.employee_id],
          department_ids: [side.department_id],
          department_id: side.department_id,
          group_ids: [side.people_group_id],
        },
        sort: 'name',
        reverse: true,
        select: ['role_ids', 'group_ids', 'last_seen_at', 'invited_at'],
        limit: 10,
      },
    }),
    async (side) => {
      const { next_cursor } = await side.owner.call(people.list, { limit: 1 });
      return { input: { limit: 1, cursor: next_cursor ?? '', filters: { available: true, last_seen: 'year' } } };
    },
    () => ({ input: { limit: 100, by_department: true } }),
    // One that others than those of the company can fit, too.
    ({ role_id }) => ({ input: { limit: 100, filters: { role_ids: [role_id] } } }),
  ),
  entry(people.directory)(
    async (side) => {
      const { next_cursor } = await side.owner.call(people.directory, { limit: '1' });
      return { input: { limit: '1', cursor: next_cursor ?? '' } };
    },
    () => ({ input: { limit: '2000' } }),
  ),
  entry(people.meta, { asksModule: directory })(({ member }) => ({
    input: { employee_id: member.employee_id, select: ['first_name', 'skills'] },
  })),
  entry(people.create)((side) => ({ input: { employee_id: uuid(), ...person(side), send_invitation: true } })),
  entry(people.update, { notBy: stranger })(
    async (side) => ({ input: { employee_id: await newPerson(side), ...person(side) } }),
    ({ owner: { employee_id } }) => ({ input: { employee_id, ...asOneIsSeen } }),
  ),
  entry(people.remove)(async (side) => ({
    input: { employee_id: await newPerson(side), hand_over_to: side.member.employee_id },
  })),
  entry(people.invite)(async (side) => ({ input: { employee_id: await newPerson(side) } })),
  entry(people.dropdown)(
    (side) => ({ input: { kinds: ['roles', 'locations', 'employees'], query: side.word } }),
    () => ({ input: { kinds: ['roles', 'locations', 'employees'] } }),
  ),
];

const answering = (side: Side) => ({
  ...inSubSpace(side),
  message_id: uuid(),
  body: paragraph(`${side.word} ${some()}`),
});
const spoken = async ({ owner }: Side) => {
  const { file_id } = await upload(owner, 'a voice', { folder: 'chat', name: `${some()}.weba` });
  return [{ file_id, duration: 1_200, waveform: [0, 31] }];
};
const pictured = async ({ owner, word }: Side) => {
  const { file_id } = await upload(owner, png(), { folder: 'chat', name: `${some()}.png` });
  return [{ file_id, alt: `${word} and an oven` }];
};
const chatCases = [
  entry(chat.listConversations)(nothing),
  entry(chat.listMessages)(
    (side) => ({ input: { ...inSubSpace(side), before_seq: '9', limit: '10' } }),
    ({ member }) => ({ input: { entity_type: 'employee', entity_id: member.employee_id, after_seq: '0' } }),
    (side) => ({ input: { ...inSubSpace(side), around_seq: '1' } }),
    (side) => ({ input: { ...inSubSpace(side), at_time: '2026-01-01T00:00:00Z' } }),
    readThread,
    readGroup,
  ),
  entry(chat.send, { byAnybody: 'who reads a conversation writes in it', ownWords: 'forward_of' })(
    (side) => ({ input: answering(side) }),
    ({ member, word }) => ({
      input: {
        entity_type: 'employee',
        entity_id: member.employee_id,
        message_id: uuid(),
        body: paragraph(`${word} hello`),
      },
    }),
    async (side) => ({ input: { ...answering(side), reply_to: (await mine(side)).message_id } }),
    async (side) => ({ input: { ...answering(side), forward_of: (await mine(side)).message_id } }),
    async (side) => ({ input: { ...answering(side), attachments: await spoken(side) } }),
    async (side) => ({ input: { ...answering(side), attachments: await pictured(side) } }),
    writeInThread,
  ),
  entry(listFiles)((side) => ({ input: { ...inSubSpace(side), before_seq: '9', limit: '3' } }), filesOfSpace),
  entry(chat.edit, { notBy: member })(async (side) => ({
    input: { message_id: (await mine(side)).message_id, body: paragraph(`${side.word} ${some()}`) },
  })),
  entry(chat.remove, { notBy: member })(async (side) => ({ input: { message_id: (await mine(side)).message_id } })),
  entry(chat.react, { byAnybody: 'who reads a message reacts to it' })(async (side) => ({
    input: { message_id: (await mine(side)).message_id, emoji: '👍' },
  })),
  entry(chat.unreact, { byAnybody: 'a reaction is always one’s own' })(async (side) => {
    const { message_id } = await mine(side);
    await side.owner.call(chat.react, { message_id, emoji: '👍' });
    return { input: { message_id, emoji: '👍' } };
  }),
  entry(chat.markRead, { byAnybody: 'a marker is always one’s own' })(async (side) => {
    const { conversation_id, seq } = await mine(side);
    return { by: side.member, input: { conversation_id, read_seq: seq } };
  }),
];

const readByAll = { byAnybody: 'who reads a conversation keeps order in it' };
const ofMine = async (side: Side) => ({ message_id: (await mine(side)).message_id });
const markCases = [
  entry(marks.history)(async (side) => ({ input: await ofMine(side) })),
  entry(marks.pin, readByAll)(async (side) => ({ input: await ofMine(side) })),
  entry(
    marks.unpin,
    readByAll,
  )(async (side) => {
    const input = await ofMine(side);
    await side.owner.call(marks.pin, input);
    return { input };
  }),
  entry(removePreview, { notBy: member })(async (side) => {
    const [message_id, url] = [uuid(), `https://${side.domain}/${some()}`];
    await side.owner.call(chat.send, { ...inSubSpace(side), message_id, body: linking(url) });
    return { input: { message_id, url } };
  }),
  entry(marks.listPins)((side) => ({ input: inSubSpace(side) }), pinsOfSpace),
  entry(listSeen)(async (side) => ({
    input: { message_id: (await mine(side)).message_id, limit: '1', cursor: side.owner.employee_id },
  })),
  entry(showSeen, { byAnybody: 'it is always one’s own' })((side) => ({ by: side.member, input: { shown: false } })),
  entry(marks.markUnread, { byAnybody: 'a marker is always one’s own' })(async (side) => {
    const { conversation_id, seq } = await mine(side);
    return { input: { conversation_id, read_seq: seq - 1 } };
  }),
  entry(marks.updateEntry, { byAnybody: 'a wish is always one’s own' })(
    (side) => ({ input: { entity_type: 'space', entity_id: side.space_id, muted: true, pinned: true } }),
    (side) => ({ input: { entity_type: 'employee', entity_id: side.member.employee_id, pinned: false } }),
  ),
];

const otherCases = [
  entry(sync.sync)(() => ({ input: { topics: { company: 0 } } })),
  entry(sync.ticket)(nothing),
  entry(search)(
    (side) => ({
      input: {
        query: side.word,
        types: ['messages'],
        filters: {
          from: side.owner.employee_id,
          in: inSubSpace(side),
          before: '2100-01-01T00:00:00Z',
          after: '2020-01-01T00:00:00Z',
          has: 'link',
        },
        limit: 10,
      },
    }),
    async (side) => {
      const { groups } = await side.owner.call(search, { query: side.word, types: ['people'], limit: 1 });
      return { input: { query: side.word, limit: 1, cursor: groups[0]?.next_cursor ?? '' } };
    },
  ),
];

export const cases: ReadonlyMap<string, Case> = new Map<string, Case>([
  ...authCases,
  ...auditCases,
  ...companyCases,
  ...filesCases,
  ...peopleCases,
  ...leavingCases,
  ...roleCases,
  ...companiesCases,
  ...provisioningCases,
  ...secondFactorCases,
  ...passkeyCases,
  ...ssoCases,
  ...operatorCases,
  ...systemCases,
  ...importCases,
  ...structureCases,
  ...chartCases,
  ...viewCases,
  ...privacyCases,
  ...chatCases,
  ...markCases,
  ...laterCases,
  ...threadCases,
  ...groupCases,
  ...notificationCases,
  ...deviceCases,
  ...spacesCases,
  ...joiningCases,
  ...spaceRoleCases,
  ...otherCases,
]);
