// One valid call per endpoint, made anew each time: what all columns of the matrix start from. Every field is given, the
// optional ones too. An endpoint without an entry fails.
import { v7 as uuid } from 'uuid';
import * as auth from '#contract/auth.ts';
import * as chat from '#contract/chat.ts';
import * as company from '#contract/company.ts';
import type { Endpoint, RequestOf } from '#contract/kernel/endpoint.ts';
import * as people from '#contract/people.ts';
import * as spaces from '#contract/spaces.ts';
import * as sync from '#contract/sync.ts';
import * as system from '#contract/system.ts';
import { TestClient } from '../kit/client.ts';
import { PASSWORD } from '../kit/factory.ts';
import { codeIn, resetTokenIn, verifyTokenIn, waitForMail } from '../kit/mails.ts';
import type { Input } from './http.ts';
import { againAs, newPerson, newSpace, paragraph, type Side, some, write } from './world.ts';

/** A valid call; by the owner if it says nothing. */
export interface Valid<I = Input> {
  readonly input: I;
  readonly by?: TestClient;
}

export interface Options {
  /** An open endpoint that looks at the session by itself, so that the session columns hold for it. */
  readonly session?: true;
  /** Somebody who sees the thing but may not do this to it (on the first form), and is told so: NO_PERMISSION. */
  readonly notBy?: (side: Side) => TestClient;
  /** Why everybody who sees the thing may do this to it. */
  readonly byAnybody?: string;
  /** Why a write answers an id that names nothing with success (it must write nothing all the same). */
  readonly silent?: string;
}

export interface Case extends Options {
  /** All forms of the input; together they have every field. */
  readonly forms: readonly ((side: Side) => Promise<Valid>)[];
}

type Form<E extends Endpoint> = (side: Side) => Promise<Valid<RequestOf<E>>> | Valid<RequestOf<E>>;

/** One form of the input for most; several where no one call can have all fields. */
const entry =
  <E extends Endpoint>(endpoint: E, options: Options = {}) =>
  (...forms: readonly Form<E>[]): readonly [string, Case] => {
    const made = forms.map((form) => async (side: Side) => (await form(side)) as Valid);
    return [endpoint.name, { forms: made, ...options }];
  };

const nothing = () => ({ input: {} });
const nobody = new TestClient('');
const member = (side: Side) => side.member;
const stranger = (side: Side) => side.stranger;
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
  return { email_id, mail: await waitForMail(side.app.dataDir, email_id) };
}

async function invited(side: Side): Promise<string> {
  const work_email_id = address(side);
  const name = `${side.word} ${some()}`;
  await side.owner.call(people.create, { employee_id: uuid(), first_name: name, last_name: name, work_email_id });
  return resetTokenIn(await waitForMail(side.app.dataDir, work_email_id));
}

const person = (side: Side) => ({
  first_name: `${side.word} ${some()}`,
  last_name: `${side.word} ${some()}`,
  position_title: `${side.word} title`,
  profile_url: '/files/face.png',
  phone_number: '+49 30 1234567',
  location: `${side.word} town`,
  time_zone: 'Europe/Berlin',
  pronouns: 'they/them',
  skills: ['patience'],
  birth_date: '1990-02-28',
  joining_date: '2024-02-29',
  manager_id: side.owner.employee_id,
  role_ids: [side.role_id],
  work_email_id: address(side),
});

const aboutSpace = (side: Side) => ({
  space_name: `${side.word} ${some()}`,
  space_description: `${side.word} about`,
  space_image: '/files/space.png',
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
      const { email_id, mail } = await registered(side);
      return { by: nobody, input: { email_id, otp: codeIn(mail) } };
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
];

const companyCases = [
  entry(company.get)(nothing),
  entry(company.update)((side) => ({
    input: {
      company_name: `${side.word} ${some()}`,
      company_logo: '/files/logo.png',
      color_theme: 'default',
      settings: { time_zone: 'Europe/Berlin', password_min_length: 8 },
    },
  })),
  entry(company.listThemes)(({ company_id }) => ({ input: { company_id } })),
  entry(company.getModules)(({ company_id }) => ({ input: { company_id } })),
  entry(company.updateModules)(({ company_id }) => ({ input: { company_id, modules: { chat: true, people: true } } })),
  entry(company.general)(nothing),
];

const peopleCases = [
  entry(people.list)(
    (side) => ({
      input: {
        query: side.word,
        filters: {
          statuses: ['ACTIVE'],
          role_ids: [side.role_id],
          locations: [`${side.word} town`],
          manager_ids: [side.owner.employee_id],
        },
        sort: 'name',
        limit: 10,
      },
    }),
    async (side) => {
      const { next_cursor } = await side.owner.call(people.list, { limit: 1 });
      return { input: { limit: 1, cursor: next_cursor ?? '' } };
    },
    () => ({ input: { limit: 100 } }),
  ),
  entry(people.directory)(
    async (side) => {
      const { next_cursor } = await side.owner.call(people.directory, { limit: '1' });
      return { input: { limit: '1', cursor: next_cursor ?? '' } };
    },
    () => ({ input: { limit: '2000' } }),
  ),
  entry(people.meta)(({ member }) => ({
    input: { employee_id: member.employee_id, select: ['first_name', 'skills'] },
  })),
  entry(people.create)((side) => ({ input: { employee_id: uuid(), ...person(side), send_invitation: true } })),
  entry(people.update, { notBy: stranger })(
    async (side) => ({ input: { employee_id: await newPerson(side), ...person(side) } }),
    ({ owner }) => ({ input: { employee_id: owner.employee_id, employee_status: { status_type: 'Busy' } } }),
  ),
  entry(people.setStatus)(async (side) => ({ input: { employee_id: await newPerson(side), status: 'INACTIVE' } })),
  entry(people.remove)(async (side) => ({
    input: { employee_id: await newPerson(side), hand_over_to: side.member.employee_id },
  })),
  entry(people.invite)(async (side) => ({ input: { employee_id: await newPerson(side) } })),
  entry(people.dropdown)(
    (side) => ({ input: { kinds: ['roles', 'locations', 'employees'], query: side.word } }),
    () => ({ input: { kinds: ['roles', 'locations', 'employees'] } }),
  ),
];

const chatCases = [
  entry(chat.listConversations)(nothing),
  entry(chat.listMessages)(
    (side) => ({ input: { ...inSubSpace(side), before_seq: '9', limit: '10' } }),
    ({ member }) => ({ input: { entity_type: 'employee', entity_id: member.employee_id, after_seq: '0' } }),
  ),
  entry(chat.send, { byAnybody: 'who reads a conversation writes in it' })(
    (side) => ({ input: { ...inSubSpace(side), message_id: uuid(), body: paragraph(`${side.word} ${some()}`) } }),
    ({ member, word }) => ({
      input: {
        entity_type: 'employee',
        entity_id: member.employee_id,
        message_id: uuid(),
        body: paragraph(`${word} hello`),
      },
    }),
  ),
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

const spaceWith = (side: Side) => newSpace(side, 'private', [side.member.employee_id]);
const spacesCases = [
  entry(spaces.list)(
    async (side) => ({ input: { query: side.word, limit: '10' } }),
    async (side) => {
      const { next_cursor } = await side.owner.call(spaces.list, { limit: '1' });
      return { input: { limit: '1', cursor: next_cursor ?? '' } };
    },
    () => ({ input: { limit: '100' } }),
  ),
  entry(spaces.get)(({ space_id }) => ({ input: { space_id } })),
  entry(spaces.create)((side) => ({
    input: {
      space_id: uuid(),
      ...aboutSpace(side),
      visibility: 'private',
      employee_ids: [side.member.employee_id],
    },
  })),
  entry(spaces.update, { notBy: member })(async (side) => ({
    input: { space_id: await spaceWith(side), ...aboutSpace(side), visibility: 'public' },
  })),
  entry(spaces.join, { byAnybody: 'a space that is seen can be joined' })(async (side) => ({
    by: side.stranger,
    input: { space_id: await newSpace(side, 'public', []) },
  })),
  entry(spaces.leave, { byAnybody: 'who is in can go' })(async (side) => ({
    by: side.member,
    input: { space_id: await spaceWith(side) },
  })),
  entry(spaces.listMembers)(async ({ owner, space_id }) => {
    const { next_cursor } = await owner.call(spaces.listMembers, { space_id, limit: '1' });
    return { input: { space_id, limit: '1', cursor: next_cursor ?? '' } };
  }),
  entry(spaces.addMembers, { notBy: member })(async (side) => ({
    input: { space_id: await spaceWith(side), employee_ids: [side.stranger.employee_id] },
  })),
  entry(spaces.updateMember, { notBy: member })(async (side) => ({
    input: { space_id: await spaceWith(side), employee_id: side.member.employee_id, role: 'admin' },
  })),
  entry(spaces.removeMember, { notBy: member })(async (side) => {
    const { employee_id } = side.stranger;
    return {
      input: { space_id: await newSpace(side, 'private', [side.member.employee_id, employee_id]), employee_id },
    };
  }),
  entry(spaces.createSubSpace, { notBy: member })(async (side) => ({
    input: {
      space_id: await spaceWith(side),
      sub_space_id: uuid(),
      sub_space_name: `${side.word} ${some()}`,
      sub_space_description: side.word,
    },
  })),
  entry(spaces.updateSubSpace, { notBy: member })(async (side) => {
    const sub_space_id = uuid();
    const space_id = await spaceWith(side);
    await side.owner.call(spaces.createSubSpace, { space_id, sub_space_id, sub_space_name: side.word });
    return { input: { sub_space_id, sub_space_name: `${side.word} ${some()}`, sub_space_description: side.word } };
  }),
];

const otherCases = [
  entry(sync.sync)(() => ({ input: { topics: { company: 0 } } })),
  entry(sync.ticket)(nothing),
  entry(system.live)(() => ({ by: nobody, input: {} })),
  entry(system.ready)(() => ({ by: nobody, input: {} })),
  entry(system.openapi)(() => ({ by: nobody, input: {} })),
];

export const cases: ReadonlyMap<string, Case> = new Map<string, Case>([
  ...authCases,
  ...companyCases,
  ...peopleCases,
  ...chatCases,
  ...spacesCases,
  ...otherCases,
]);
