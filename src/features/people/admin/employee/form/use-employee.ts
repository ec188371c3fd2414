// The editing of one person: what is written and not saved, what of it is wrong, saving and discarding it. What was not touched
// here follows what others change meanwhile, in lists each entry by itself, and only what was touched is sent.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useRef, useState } from 'react';
import { errorText } from '#src/api/error-text.ts';
import { ApiError } from '#src/api/errors.ts';
import { showToast } from '#src/kit/ui/feedback/toast-store.ts';
import { emailAddress, phoneNumber, required } from '#src/kit/ui/form/checks.ts';
import { fullName } from '#src/kit/ui/format/names.ts';
import { useMay } from '#src/realtime/hooks.ts';
import { peopleTexts } from '../../../messages.ts';
import { activate, activatedText, setAccountStatus, updatePerson } from '../../../mutations.ts';
import { type PersonDetail, personQuery } from '../../../queries.ts';
import { rolesQuery } from '../../../roles/data.ts';
import { useFollowCompany } from '../../follow.ts';
import { groupsKey, groupsQuery } from '../../groups/data.ts';
import {
  changesIn,
  type Draft,
  draftOf,
  type Fields,
  fieldsOf,
  hasList,
  laidOn,
  type Standing,
  type TextName,
  unsent,
  valuesOf,
  wire,
} from './draft.ts';

const checks: Partial<Record<TextName, (value: string) => string | undefined>> = {
  first_name: required,
  last_name: required,
  work_email_id: emailAddress,
  phone_number: phoneNumber,
};
/** What the server alone can know of a field. */
const theirs: Readonly<Record<string, TextName>> = {
  AUTH_EMAIL_ALREADY_EXISTS: 'work_email_id',
  EMPLOYEE_NUMBER_TAKEN: 'employee_number',
};

type Errors = Partial<Record<TextName, string | undefined>>;
type Status = PersonDetail['employee_account_status'];
/** Chosen of an account that stood as `before`; `overtaken`: it has stood otherwise since. */
type Choice = { status: Standing; before: Status; overtaken?: boolean } | undefined;

export interface Employee {
  readonly values: Fields;
  put: (some: Partial<Fields>) => void;
  /** Props of a text field. */
  field: (name: TextName) => {
    name: string;
    value: string;
    error: string | undefined;
    onChange: (event: { target: { value: string } }) => void;
    onBlur: () => void;
  };
  /** How the account is to stand; undefined: as it does. */
  readonly chosen: Standing | undefined;
  /** The account has changed after one had chosen. */
  readonly overtaken: boolean;
  choose: (status: Standing) => void;
  /** How many differ from what was read. */
  readonly changes: number;
  /** How many are wrong. */
  readonly problems: number;
  readonly error: string | undefined;
  readonly busy: boolean;
  save: () => void;
  discard: () => void;
  /** Of an error that nothing is left to change for. */
  dismiss: () => void;
  /** The part with the fields: takes the focus when what had it goes. */
  readonly form: RefObject<HTMLFormElement | null>;
}

/** @param switches the account's status may be chosen here. */
export function useEmployee(employee_id: string, person: PersonDetail, switches: boolean): Employee {
  const client = useQueryClient();
  const query = personQuery(employee_id);
  const { data: groups } = useQuery(groupsQuery);
  const manages = useMay('roles.manage');
  const { data: roles } = useQuery({ ...rolesQuery, enabled: manages });
  // Nobody but the person is told of their roles and groups by name.
  useFollowCompany(query.queryKey);
  useFollowCompany(groupsKey);
  const choosable = new Set(
    groups?.filter(({ rule, provisioned }) => !rule && !provisioned).map(({ group_id }) => group_id),
  );
  const read = fieldsOf(person, choosable);
  const known = { role_ids: roles && new Set(roles.map(({ role_id }) => role_id)), group_ids: groups && choosable };
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState<Draft>({});
  const [errors, setErrors] = useState<Errors>({});
  const [choice, setChoice] = useState<Choice>();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();

  const changed = changesIn(draft, read, known);
  const values = valuesOf(read, changed);
  const details = Object.keys(changed).length;
  // Of what is touched no more, nothing is wrong.
  const wrong = Object.fromEntries(Object.entries(errors).filter(([name, text]) => text && name in changed)) as Errors;
  // As it was read last: what is drawn follows a moment later, and would look like somebody else's doing after our own.
  const status = (client.getQueryData(query.queryKey) ?? person).employee_account_status;
  // Chosen of an account that stood otherwise, it would undo what a colleague did meanwhile: then, and when it stands so again.
  if (choice && !choice.overtaken && !busy && choice.before !== status) setChoice({ ...choice, overtaken: true });
  const isOpen = choice !== undefined && !choice.overtaken && choice.before === status && choice.status !== status;
  const chosen = switches && isOpen ? choice.status : undefined;

  const put = (some: Partial<Fields>) => {
    const written = draftOf(some, values);
    // What is put back is forgotten, lest it undo what a colleague writes later; but not while what was there before is being saved.
    setDraft((now) => (busy ? laidOn(now, written) : changesIn(laidOn(now, written), read, known)));
    setErrors((before) => ({ ...before, ...Object.fromEntries(Object.keys(some).map((name) => [name, undefined])) }));
    setError(undefined);
  };
  const focusOn = (name: string | undefined) =>
    name && form.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();
  const refuse = (thrown: unknown) => {
    const text = errorText(thrown, peopleTexts);
    const name = thrown instanceof ApiError ? theirs[thrown.code] : undefined;
    if (!name) return setError(text);
    setErrors((before) => ({ ...before, [name]: text }));
    focusOn(name);
  };
  /** @param done the account stands as chosen, if anything was. */
  const follow = async (sent: Draft, done: boolean) => {
    await Promise.all([client.invalidateQueries(query), client.invalidateQueries({ queryKey: groupsKey })]);
    const there = client.getQueryData(query.queryKey) ?? person;
    // What was written on meanwhile stays.
    setDraft((now) => changesIn(unsent(now, sent), fieldsOf(there, choosable), known));
    if (!done) return;
    // So does what was chosen meanwhile: of the account as it stands by our own doing.
    const before = there.employee_account_status;
    setChoice((now) => {
      if (now === choice) return undefined;
      if (!now || !chosen) return now;
      return now.status === before ? undefined : { ...now, before };
    });
  };
  /** Lists are sent whole, with what is in them at this moment. */
  const sendDetails = async () => {
    const there = hasList(changed) ? fieldsOf(await client.fetchQuery({ ...query, staleTime: 0 }), choosable) : read;
    await updatePerson({ employee_id, ...wire(changed, there) });
  };
  const run = async () => {
    try {
      if (details) await sendDetails();
    } catch (thrown) {
      return refuse(thrown);
    }
    let done = true;
    try {
      const how = chosen && (await putStatus(employee_id, chosen));
      showToast({ text: how === 'invited' || how === 'unsure' ? activatedText(fullName(values), how) : 'Saved' });
    } catch (thrown) {
      done = false;
      const text = errorText(thrown, peopleTexts);
      setError(details ? `The details are saved. The account is not changed: ${text}` : text);
    }
    await follow(changed, done);
  };
  const save = async () => {
    if (busy || !(details || chosen)) return;
    const found: Errors = {};
    // What was not touched is not sent: it is nobody's fault here.
    for (const [name, check] of Object.entries(checks))
      if (name in changed) found[name as TextName] = check(values[name as TextName]);
    setErrors(found);
    setError(undefined);
    const first = Object.keys(found).find((name) => found[name as TextName]);
    if (first) return void focusOn(first);
    setBusy(true);
    await run();
    setBusy(false);
  };
  const discard = () => {
    setDraft({});
    setChoice(undefined);
    setErrors({});
    setError(undefined);
    const undo = () => {
      // What was written since stands.
      setDraft((now) => laidOn(draft, now));
      setChoice((now) => now ?? choice);
    };
    showToast({ text: 'Your changes are discarded.', action: { label: 'Undo', run: undo } });
  };
  return {
    values,
    put,
    field: (name) => ({
      name,
      value: values[name],
      error: wrong[name],
      onChange: (event) => put({ [name]: event.target.value }),
      // An empty field that was only passed through is not an error yet. What the server has found stays until it is changed.
      onBlur: () => {
        const found = name in changed && values[name] ? checks[name]?.(values[name]) : undefined;
        if (found) setErrors((before) => ({ ...before, [name]: found }));
      },
    }),
    chosen,
    overtaken: switches && choice?.overtaken === true && choice.status !== status,
    choose: (value) => {
      // Taken back, it is no choice, unless another one is being saved.
      setChoice(value === status && !busy ? undefined : { status: value, before: status });
      setError(undefined);
    },
    changes: details + (chosen ? 1 : 0),
    problems: Object.keys(wrong).length,
    error,
    busy,
    save: () => void save(),
    discard,
    dismiss: () => setError(undefined),
    form,
  };
}

const putStatus = (employee_id: string, status: Standing) =>
  status === 'ACTIVE' ? activate(employee_id) : setAccountStatus(employee_id, status);
