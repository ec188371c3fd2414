// The editing of one person: what is written and not saved, what of it is wrong, saving and discarding it. What was not touched
// here follows what others change meanwhile, and only what was touched is sent.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useRef, useState } from 'react';
import { errorText } from '#src/api/error-text.ts';
import { ApiError } from '#src/api/errors.ts';
import { showToast } from '#src/kit/ui/feedback/toast-store.ts';
import { emailAddress, phoneNumber, required } from '#src/kit/ui/form/checks.ts';
import { fullName } from '#src/kit/ui/format/names.ts';
import { peopleTexts } from '../../../messages.ts';
import { activate, activatedText, setAccountStatus, updatePerson } from '../../../mutations.ts';
import { type PersonDetail, personQuery } from '../../../queries.ts';
import { groupsKey, groupsQuery } from '../../groups/data.ts';
import { changesIn, type Draft, type Fields, fieldsOf, type Standing, type TextName, wire } from './draft.ts';

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
/** Chosen of an account that stood as `before`. */
type Choice = { status: Standing; before: Status } | undefined;

export interface Employee {
  readonly values: Fields;
  put: (some: Draft) => void;
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
  /** The part with the fields: takes the focus when what had it goes. */
  readonly form: RefObject<HTMLFormElement | null>;
}

/** @param switches the account's status may be chosen here. */
export function useEmployee(employee_id: string, person: PersonDetail, switches: boolean): Employee {
  const client = useQueryClient();
  const { data: groups = [] } = useQuery(groupsQuery);
  const read = fieldsOf(
    person,
    new Set(groups.filter(({ rule, provisioned }) => !rule && !provisioned).map(({ group_id }) => group_id)),
  );
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState<Draft>({});
  const [errors, setErrors] = useState<Errors>({});
  const [choice, setChoice] = useState<Choice>();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();

  const values: Fields = { ...read, ...draft };
  const changed = changesIn(draft, read);
  const details = Object.keys(changed).length;
  const status = person.employee_account_status;
  // Chosen of an account that stood otherwise, it would undo what a colleague did meanwhile.
  const chosen = switches && choice?.before === status ? choice?.status : undefined;

  const put = (some: Draft) => {
    setDraft((before) => ({ ...before, ...some }));
    setErrors((before) => ({ ...before, ...Object.fromEntries(Object.keys(some).map((name) => [name, undefined])) }));
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
  const follow = async (sent: Draft) => {
    await Promise.all([
      client.invalidateQueries(personQuery(employee_id)),
      client.invalidateQueries({ queryKey: groupsKey }),
    ]);
    // What was written on meanwhile stays.
    setDraft((now) => changesIn(now, sent));
  };
  const run = async () => {
    try {
      if (details) await updatePerson({ employee_id, ...wire(changed) });
    } catch (thrown) {
      return refuse(thrown);
    }
    let done = true;
    try {
      const how = chosen && (await putStatus(employee_id, chosen));
      showToast({ text: how === 'invited' ? activatedText(fullName(values), how) : 'Saved' });
    } catch (thrown) {
      done = false;
      const text = errorText(thrown, peopleTexts);
      setError(details ? `The details are saved. The account is not changed: ${text}` : text);
    }
    await follow(changed);
    if (done) setChoice(undefined);
  };
  const save = async () => {
    if (busy) return;
    const found: Errors = {};
    for (const [name, check] of Object.entries(checks)) found[name as TextName] = check(values[name as TextName]);
    setErrors(found);
    setError(undefined);
    const first = Object.keys(found).find((name) => found[name as TextName]);
    if (first) return void focusOn(first);
    setBusy(true);
    await run();
    setBusy(false);
  };
  const discard = () => {
    const back = { draft, choice };
    const rest = (to: typeof back) => {
      setDraft(to.draft);
      setChoice(to.choice);
      setErrors({});
      setError(undefined);
    };
    rest({ draft: {}, choice: undefined });
    showToast({ text: 'Your changes are discarded.', action: { label: 'Undo', run: () => rest(back) } });
  };
  return {
    values,
    put,
    field: (name) => ({
      name,
      value: values[name],
      error: errors[name],
      onChange: (event) => put({ [name]: event.target.value }),
      // An empty field that was only passed through is not an error yet.
      onBlur: () => values[name] && setErrors((before) => ({ ...before, [name]: checks[name]?.(values[name]) })),
    }),
    chosen,
    overtaken: !busy && switches && choice !== undefined && choice.before !== status && choice.status !== status,
    // Taken back, it is no choice.
    choose: (value) => setChoice(value === status ? undefined : { status: value, before: status }),
    changes: details + (chosen ? 1 : 0),
    problems: Object.values(errors).filter(Boolean).length,
    error,
    busy,
    save: () => void save(),
    discard,
    form,
  };
}

const putStatus = (employee_id: string, status: Standing) =>
  status === 'ACTIVE' ? activate(employee_id) : setAccountStatus(employee_id, status);
