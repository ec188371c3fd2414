// What each line of the log says, after the name of who did it.
import { type AuditAction, isByOperator, OPERATOR_NAME } from '#contract/audit.ts';
import type { ModuleName } from '#contract/company.ts';
import { moduleLabels } from '#src/kit/company/module-names.ts';
import type { Line } from './data.ts';
import { count, list, named, number, quoted, strings, text } from './phrases.ts';
import { spaceWords } from './space-words.ts';

type Detail = Line['detail'];
/** A colleague's name by employee_id. */
type NameOf = (id: unknown) => string;

const setBy: Readonly<Record<string, string>> = {
  change: 'changed their password',
  invitation: 'chose their first password',
  reset: 'chose a new password with a link from a mail',
};

const provenBy: Readonly<Record<string, string>> = {
  passkey: 'with a passkey',
  password: 'with their password',
  sso: 'by company sign-on',
};

const fieldWords: Readonly<Record<string, string>> = {
  company_name: 'the name',
  company_logo: 'the logo',
  color_theme: 'the colours',
  settings: 'the settings',
};

const profileWords: Readonly<Record<string, string>> = {
  position_title: 'job title',
  profile_url: 'picture',
  manager_id: 'manager',
  department_id: 'department',
};

const joined = (parts: readonly (string | false)[]): string => parts.filter(Boolean).join('; ');

/** "the role “Front desk”"; "a role" in lines of before its name was noted. */
const which = (kind: string, { name }: Detail): string =>
  text(name) ? `the ${kind} ${quoted(text(name))}` : `a ${kind}`;
const made = (kind: string) => (detail: Detail) => `made ${which(kind, detail)}`;
const deleted = (kind: string) => (detail: Detail) => `deleted ${which(kind, detail)}`;
const changed = (kind: string) => (detail: Detail) =>
  text(detail['was'])
    ? `renamed the ${kind} ${quoted(text(detail['was']))} to ${quoted(text(detail['name']))}`
    : `changed ${which(kind, detail)}`;

function membersText(detail: Detail, nameOf: NameOf): string {
  const who = (ids: unknown, many: unknown): string =>
    named(ids, nameOf) || (number(many) > 0 ? count(many, 'person', 'people') : '');
  const [came, went] = [who(detail['add'], detail['added']), who(detail['remove'], detail['removed'])];
  const group = which('group', detail);
  if (came && went) return `put ${came} in ${group}, and took ${went} out`;
  if (came || went) return came ? `put ${came} in ${group}` : `took ${went} out of ${group}`;
  return `changed who is in ${group}`;
}

function rolesText({ employee_id, given, taken }: Detail, nameOf: NameOf): string {
  const [more, less] = [strings(given).map(quoted), strings(taken).map(quoted)];
  const roles = (names: readonly string[]) => `the ${names.length === 1 ? 'role' : 'roles'} ${list(names)}`;
  if (more.length)
    return `gave ${nameOf(employee_id)} ${roles(more)}${less.length ? `, and took away ${roles(less)}` : ''}`;
  if (less.length) return `took ${roles(less)} away from ${nameOf(employee_id)}`;
  return `changed the roles of ${nameOf(employee_id)}`;
}

function valuesText({ added, removed, changed: others }: Detail): string {
  const parts = Object.entries({ added, removed, changed: others }).map(([how, names]) => {
    const all = strings(names).map(quoted);
    return all.length > 0 && `${how} ${list(all)}`;
  });
  const what = joined(parts);
  return what ? `changed the values of the company: ${what}` : 'changed the values of the company';
}

function modulesText({ modules, switched }: Detail): string {
  const turned = Object.entries((switched ?? {}) as Record<string, unknown>);
  const label = ([name]: [string, unknown]) => moduleLabels[name as ModuleName] ?? name;
  const to = (word: 'on' | 'off') => turned.filter(([, on]) => on === (word === 'on')).map(label);
  const parts = (['on', 'off'] as const).map((word) => to(word).length > 0 && `switched ${list(to(word))} ${word}`);
  if (turned.length) return joined(parts);
  const off = Object.entries((modules ?? {}) as Record<string, unknown>).filter(([, on]) => on === false);
  return off.length
    ? `switched modules; now off: ${list(off.map(([name]) => moduleLabels[name as ModuleName] ?? name))}`
    : 'switched all modules on';
}

const words: Readonly<Record<AuditAction, (detail: Detail, nameOf: NameOf) => string>> = {
  'audit.exported': ({ lines }) => `took ${count(lines, 'line', 'lines')} of this log as a file`,
  'audit.old_lines_removed': ({ lines }) => `removed ${count(lines, 'line', 'lines')} that were older than a year`,
  'auth.company_entered': () => 'came back from another company on the same device',
  'auth.company_registered': () => 'registered the company',
  'auth.parked_session_dropped': () => 'was signed out on a device that is signed in to too many companies',
  'auth.passkey_added': () => 'added a passkey of their own',
  'auth.passkey_copied': () => 'could not use a passkey: it may have been copied, for its counter went backwards',
  'auth.passkey_removed': () => 'removed one of their passkeys',
  'auth.passkey_renamed': () => 'gave one of their passkeys another name',
  'auth.password_refused': () => 'gave a wrong password when changing it',
  'auth.password_set': ({ by }) => setBy[String(by)] ?? 'set a password',
  'auth.permission_refused': ({ endpoint }) => `tried what they may not do, and was refused (${String(endpoint)})`,
  'auth.proof_given': ({ by }) => `confirmed that it was them ${provenBy[String(by)] ?? 'once more'}`,
  'auth.proof_refused': ({ by }) => `could not confirm that it was them ${provenBy[String(by)] ?? 'once more'}`,
  'auth.provisioning_token_made': (detail) => `made ${which('key', detail)} for provisioning`,
  'auth.provisioning_token_revoked': (detail) => `revoked ${which('key', detail)} for provisioning`,
  'auth.recovery_code_used': ({ left }) => `used a recovery code; ${number(left)} left`,
  'auth.recovery_codes_made': () => 'made new recovery codes',
  'auth.second_factor_demanded': ({ demanded, signed_out }) =>
    demanded === true
      ? `made a second factor necessary${signed_out ? `, and signed ${count(signed_out, 'person', 'people')} out` : ''}`
      : 'made the second factor everybody’s own choice',
  'auth.second_factor_off': () => 'turned their second factor off',
  'auth.second_factor_on': () => 'set up a second factor',
  'auth.second_factor_refused': () => 'knew the password, but not the second factor',
  'auth.session_parked': () => 'left for another company on the same device',
  'auth.session_replaced': () => 'signed in again on the same device',
  'auth.session_revoked': () => 'signed one of their devices out',
  'auth.sessions_revoked': ({ ended }) => `signed ${count(ended, 'other device', 'other devices')} out`,
  'auth.sign_in_failed': () => 'could not sign in: the password was wrong',
  'auth.signed_in': () => 'signed in',
  'auth.signed_out': () => 'logged out',
  'auth.sso_account_created': () => 'got an account by company sign-on',
  'auth.sso_changed': ({ enabled }) => `changed company sign-on, which is now ${enabled === true ? 'on' : 'off'}`,
  'auth.sso_confirmed': () => 'confirmed the provider of company sign-on',
  'auth.sso_domain_claimed': ({ domain }) => `added the domain ${String(domain)}`,
  'auth.sso_domain_deleted': ({ domain }) => `removed the domain ${String(domain)}`,
  'auth.sso_domain_mailed': ({ domain }) => `had a code mailed to prove ${String(domain)}`,
  'auth.sso_domain_verified': ({ domain }) => `proved the domain ${String(domain)}`,
  'auth.sso_linked': () => 'came in by company sign-on for the first time',
  'auth.sso_refused': () => 'could not come in by company sign-on',
  'auth.sso_tested': ({ failed }) => (failed ? 'tried company sign-on out, which failed' : 'tried company sign-on out'),
  'auth.stale_cookie_shown': () => 'was signed out: an old key of the device was used, perhaps by somebody else',
  'auth.stale_token_shown': () => 'was signed out: an old key of the session was used, perhaps by somebody else',
  'auth.wrong_company': () => 'asked for what belongs to another company, and was refused',
  'company.quiet_hours_overridden': () => 'sent what must be read, in quiet hours, too',
  'company.config_changed': ({ fields }) =>
    `changed ${list(strings(fields).map((field) => fieldWords[field] ?? field.replace('settings.', 'the setting ').replaceAll('_', ' '))) || 'the company'}`,
  'company.modules_changed': modulesText,
  'company.values_changed': valuesText,
  'company.old_messages_removed': ({ messages, retention_days }) =>
    `removed ${Number(messages)} messages that were older than ${Number(retention_days)} days`,
  'insights.exported': ({ days }) => `took the dashboard’s figures of ${count(days, 'day', 'days')} as a file`,
  'operator.company_created': ({ employee_id }, nameOf) =>
    employee_id ? `opened the company for ${nameOf(employee_id)}` : 'opened the company',
  'operator.company_resumed': () => 'opened the company again',
  'operator.company_suspended': () => 'paused the company',
  'operator.jobs_retried': ({ retried }) => `had ${count(retried, 'waiting job', 'waiting jobs')} tried again`,
  'operator.modules_changed': modulesText,
  'people.account_status_changed': ({ employee_id, status }, nameOf) =>
    `set the account of ${nameOf(employee_id)} to ${String(status).toLowerCase()}`,
  'people.address_changed': ({ employee_id }, nameOf) => `changed the e-mail address of ${nameOf(employee_id)}`,
  'people.changed': ({ employee_id, fields }, nameOf) =>
    `changed ${list(strings(fields).map((field) => profileWords[field] ?? field.replaceAll('_', ' '))) || 'something'} of ${nameOf(employee_id)}`,
  'people.created': ({ employee_id, invited }, nameOf) =>
    `added ${nameOf(employee_id)}${invited === true ? ', and sent an invitation' : ''}`,
  'people.data_export_asked': ({ employee_id }, nameOf) => `asked for a copy of the data of ${nameOf(employee_id)}`,
  'people.data_export_made': ({ employee_id }, nameOf) => `had the data of ${nameOf(employee_id)} made ready for them`,
  'people.department_changed': changed('department'),
  'people.department_created': made('department'),
  'people.department_deleted': (detail) =>
    `${deleted('department')(detail)}${text(detail['moved_to']) && `, moving what was in it to ${quoted(text(detail['moved_to']))}`}`,
  'people.deletion_waits': ({ employee_id }, nameOf) =>
    `kept the deactivated account of ${nameOf(employee_id)}, since nobody is named to take over what they run`,
  'people.exported': ({ people }) => `took ${count(people, 'person', 'people')} as a file`,
  'people.finch_fetched': ({ people }) => `looked at ${count(people, 'person', 'people')} of the HR system`,
  'people.finch_key_removed': () => 'removed the key to the HR system',
  'people.finch_key_set': () => 'set the key to the HR system',
  'people.group_changed': changed('group'),
  'people.group_created': made('group'),
  'people.group_deleted': deleted('group'),
  'people.group_members_changed': membersText,
  'people.erased': ({ employee_id }, nameOf) => `erased everything about ${nameOf(employee_id)}`,
  'people.restored': ({ employee_id }, nameOf) => `brought back ${nameOf(employee_id)}`,
  'people.import_run': ({ people, missing }) => {
    const rest = missing
      ? ` and had ${count(missing, 'person', 'people')} deactivated who ${missing === 1 ? 'was' : 'were'} not in it`
      : '';
    return `brought ${count(people, 'row', 'rows')} of an import in${rest}`;
  },
  'people.import_undone': ({ people }) => `undid an import of ${count(people, 'person', 'people')}`,
  'people.invited': ({ employee_id }, nameOf) => `sent another invitation to ${nameOf(employee_id)}`,
  'people.password_link_sent': ({ employee_id }, nameOf) =>
    `sent ${nameOf(employee_id)} a link to choose a new password`,
  'people.provisioned': ({ employee_id }, nameOf) => `made an account for ${nameOf(employee_id)}`,
  'people.removed': ({ employee_id, deactivated_days: days }, nameOf) =>
    `removed the account of ${nameOf(employee_id)}${days ? `, which had been deactivated for more than ${count(days, 'day', 'days')}` : ''}`,
  'people.role_changed': changed('role'),
  'people.role_created': made('role'),
  'people.role_deleted': deleted('role'),
  'people.roles_changed': rolesText,
  'people.second_factor_reset': ({ employee_id }, nameOf) => `reset the two-step sign-in of ${nameOf(employee_id)}`,
  'people.sessions_ended': ({ employee_id, ended }, nameOf) =>
    `signed ${nameOf(employee_id)} out of ${count(ended, 'device', 'devices')}`,
  ...spaceWords,
};

/** Who did it, where that is nobody of the company: who runs the server, the app by itself, or somebody at the door. */
export const nobodysName = (action: string): string => {
  if (isByOperator(action)) return OPERATOR_NAME;
  return action.startsWith('auth.') ? 'Somebody' : 'Limelight';
};

/** "signed in". What a newer server writes is shown as it stands there. */
export const lineText = ({ action, detail }: Line, nameOf: NameOf): string =>
  (words as Readonly<Record<string, (typeof words)[AuditAction]>>)[action]?.(detail, nameOf) ?? action;
