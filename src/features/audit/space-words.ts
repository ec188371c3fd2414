// What lines about spaces say, after the name of who did it. Of a private space the log holds no name, nor of anything in it.
import type { AuditAction } from '#contract/audit.ts';
import type { Line } from './data.ts';
import { named, quoted, text } from './phrases.ts';

type Detail = Line['detail'];
type NameOf = (id: unknown) => string;
type SpaceAct = Extract<AuditAction, `spaces.${string}`>;

/** "the space “Night shift”"; "a private space". */
const where = ({ name }: Detail): string => (text(name) ? `the space ${quoted(text(name))}` : 'a private space');
/** "the role “Host”", "a role". */
const which = (kind: string, name: unknown): string => (text(name) ? `the ${kind} ${quoted(text(name))}` : `a ${kind}`);
const inRole = ({ role_name }: Detail): string => which('role', role_name);

const managed: Readonly<Record<string, (detail: Detail, nameOf: NameOf) => string>> = {
  changed: (detail) => `changed ${where(detail)}`,
  invited: (detail, nameOf) => `invited ${named(detail['add'], nameOf) || 'somebody'} to ${where(detail)}`,
  refused: (detail, nameOf) => `did not let ${nameOf(detail['employee_id'])} into ${where(detail)}`,
  sub_space_changed: (detail) => `changed a sub-space of ${where(detail)}`,
  sub_space_made: (detail) => `made a sub-space of ${where(detail)}`,
  sub_spaces_moved: (detail) => `ordered the sub-spaces of ${where(detail)}`,
};

function createdText(detail: Detail, nameOf: NameOf): string {
  const put = named(detail['add'], nameOf);
  return `made ${where(detail)}${put && `, and put ${put} in it`}`;
}

function addedText(detail: Detail, nameOf: NameOf): string {
  if ('invited_by' in detail)
    return `came into ${where(detail)} by an invitation${detail['invited_by'] ? ` of ${nameOf(detail['invited_by'])}` : ''}`;
  return `put ${named(detail['add'], nameOf) || 'somebody'} in ${where(detail)}`;
}

function memberRoleText(detail: Detail, nameOf: NameOf): string {
  const { employee_id, given, taken, given_name, taken_name } = detail;
  const who = nameOf(employee_id);
  if (!given) return `took ${which('role', taken_name)} in ${where(detail)} away from ${who}`;
  const instead = taken ? ` instead of ${text(taken_name) ? quoted(text(taken_name)) : 'another one'}` : '';
  return `gave ${who} ${which('role', given_name)} in ${where(detail)}${instead}`;
}

function roleChangedText(detail: Detail): string {
  const { role_name, role_was } = detail;
  return text(role_was)
    ? `renamed the role ${quoted(text(role_was))} in ${where(detail)} to ${quoted(text(role_name))}`
    : `changed ${inRole(detail)} in ${where(detail)}`;
}

const words: Readonly<Record<SpaceAct, (detail: Detail, nameOf: NameOf) => string>> = {
  'spaces.admin_ended': (detail, nameOf) =>
    `made ${nameOf(detail['employee_id'])} no longer an admin of ${where(detail)}`,
  'spaces.admin_made': (detail, nameOf) =>
    detail['empty'] === true
      ? `became the admin of ${where(detail)}, in which nobody was`
      : `made ${nameOf(detail['employee_id'])} an admin of ${where(detail)}`,
  'spaces.created': createdText,
  'spaces.history_changed': (detail) =>
    `had ${where(detail)} show ${detail['history'] === 'joined' ? 'only what is new' : 'all of its past'} to who joins`,
  'spaces.managed': (detail, nameOf) =>
    (managed[text(detail['act'])] ?? (() => `managed ${where(detail)}`))(detail, nameOf),
  'spaces.member_removed': (detail, nameOf) => `took ${nameOf(detail['employee_id'])} out of ${where(detail)}`,
  'spaces.member_role_changed': memberRoleText,
  'spaces.members_added': addedText,
  'spaces.role_changed': roleChangedText,
  'spaces.role_created': (detail) => `made ${inRole(detail)} in ${where(detail)}`,
  'spaces.role_deleted': (detail) => `deleted ${inRole(detail)} in ${where(detail)}`,
  'spaces.sub_space_archived': (detail) =>
    `archived ${which('sub-space', detail['sub_space_name'])} of ${where(detail)}`,
  'spaces.sub_space_restored': (detail) =>
    `brought ${which('sub-space', detail['sub_space_name'])} of ${where(detail)} back from the archive`,
  'spaces.visibility_changed': (detail) =>
    `made ${where(detail)} ${detail['visibility'] === 'public' ? 'public' : 'private'}`,
};

const outside = (say: (detail: Detail, nameOf: NameOf) => string) => (detail: Detail, nameOf: NameOf) =>
  `${say(detail, nameOf)}${detail['outside'] === true ? ', without being in it' : ''}`;

export const spaceWords = Object.fromEntries(
  Object.entries(words).map(([action, say]) => [action, outside(say)]),
) as typeof words;
