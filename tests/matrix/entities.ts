// For each kind of thing that an id can name: one of a company, and one that a mere colleague in the company may not see.
import type { Side } from './world.ts';

export interface Named {
  readonly id: string;
  /** Fields that go with the id in the same object, where one field says what another means. */
  readonly beside?: Readonly<Record<string, string>>;
}

export interface Entity {
  /** What a company has. Several where a field may name different kinds of things. */
  readonly of: (side: Side) => readonly Named[];
  /** What `stranger` of the same company may not see; missing where everybody in the company sees everything. */
  readonly hidden?: (side: Side) => readonly Named[];
}

const one =
  (pick: (side: Side) => string): Entity['of'] =>
  (side) => [{ id: pick(side) }];
const everybodySees = (pick: (side: Side) => string): Entity => ({ of: one(pick) });
const membersSee = (pick: (side: Side) => string): Entity => ({ of: one(pick), hidden: one(pick) });

/** The words used in `refs` of the contract. */
export const entities: Readonly<Record<string, Entity>> = {
  /** A row of a queue: only operators name it. */
  job: everybodySees((side) => side.message_id),
  /** Of no company: only operators name them. */
  operator: everybodySees((side) => side.message_id),
  operator_link: everybodySees((side) => side.message_id),
  company: everybodySees((side) => side.company_id),
  file: membersSee((side) => side.file_id),
  passkey: membersSee((side) => side.passkey_id),
  device: membersSee((side) => side.device_id),
  scheduled: membersSee((side) => side.scheduled_id),
  notification: membersSee((side) => side.notification_id),
  session: everybodySees((side) => side.owner.session?.session_id ?? ''),
  employee: everybodySees((side) => side.member.employee_id),
  /** Who has left; also somebody who has not. */
  leaver: { of: (side) => [{ id: side.leaver_id }, { id: side.member.employee_id }] },
  role: everybodySees((side) => side.role_id),
  department: everybodySees((side) => side.department_id),
  employee_view: membersSee((side) => side.view_id),
  people_import: everybodySees((side) => side.import_id),
  scim_token: everybodySees((side) => side.scim_token_id),
  people_group: everybodySees((side) => side.people_group_id),
  space: {
    of: (side) => [{ id: side.space_id }, { id: side.public_space_id }],
    hidden: one((side) => side.space_id),
  },
  space_role: membersSee((side) => side.space_role_id),
  sub_space: membersSee((side) => side.sub_space_id),
  conversation: {
    of: (side) => [
      { id: side.conversation_id },
      { id: side.direct_id },
      { id: side.thread_id },
      { id: side.group_id },
      { id: side.campaign_id },
    ],
    hidden: (side) => [
      { id: side.conversation_id },
      { id: side.direct_id },
      { id: side.thread_id },
      { id: side.group_id },
      { id: side.campaign_id },
    ],
  },
  message: {
    of: (side) => [{ id: side.message_id }, { id: side.direct_message_id }, { id: side.answer_id }],
    hidden: (side) => [{ id: side.message_id }, { id: side.direct_message_id }, { id: side.answer_id }],
  },
  entity: {
    of: (side) => [
      { id: side.member.employee_id, beside: { entity_type: 'employee' } },
      { id: side.space_id, beside: { entity_type: 'space' } },
      { id: side.public_space_id, beside: { entity_type: 'space' } },
      { id: side.message_id, beside: { entity_type: 'thread' } },
      { id: side.group_id, beside: { entity_type: 'group' } },
      { id: side.campaign_id, beside: { entity_type: 'campaign' } },
    ],
    hidden: (side) => [
      { id: side.space_id, beside: { entity_type: 'space' } },
      { id: side.message_id, beside: { entity_type: 'thread' } },
      { id: side.group_id, beside: { entity_type: 'group' } },
      { id: side.campaign_id, beside: { entity_type: 'campaign' } },
    ],
  },
};
