// The name of a role of the company's own and what it allows. What was not touched here follows what others change meanwhile.
import { type FormEvent, useRef, useState } from 'react';
import { errorText } from '#src/api/error-text.ts';
import { ApiError } from '#src/api/errors.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { TextField } from '#src/kit/ui/controls/text-field.tsx';
import { ErrorNote } from '#src/kit/ui/feedback/error-card.tsx';
import { required } from '#src/kit/ui/form/checks.ts';
import { useUnsaved } from '#src/kit/ui/form/unsaved.ts';
import { UnsavedGuard } from '#src/kit/ui/form/unsaved-guard.tsx';
import { mayStay } from '#src/realtime/page/may-stay.ts';
import { peopleTexts } from '../messages.ts';
import { PermissionBoxes } from './permission-boxes.tsx';

interface Fields {
  readonly role_name: string;
  readonly permissions: readonly string[];
}

export interface RoleFormProps {
  /** As the server has it; of a new one, what is offered. */
  given: Fields;
  /** Nothing is saved yet, so it can be as it is offered. */
  fresh?: boolean;
  offline: boolean;
  /** Only what differs, unless it is new. */
  onSave: (fields: Partial<Fields>) => Promise<void>;
}

export function RoleForm({ given, fresh = false, offline, onSave }: RoleFormProps) {
  const [name, setName] = useState<string>();
  /** Only the boxes that were touched: what others change meanwhile stays. */
  const [touched, setTouched] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const [nameError, setNameError] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const role_name = (name ?? given.role_name).trim();
  const now = new Set(given.permissions);
  for (const [permission, on] of touched) now[on ? 'add' : 'delete'](permission);
  const permissions = [...now];
  const renamed = name !== undefined && role_name !== given.role_name;
  const changes = [...now.symmetricDifference(new Set(given.permissions))].length + (renamed ? 1 : 0);
  useUnsaved(changes > 0);
  const refuse = (text: string) => {
    setNameError(text);
    field.current?.focus();
  };
  const save = async () => {
    setBusy(true);
    try {
      const changed = changes > (renamed ? 1 : 0);
      await onSave(
        fresh ? { role_name, permissions } : { ...(renamed && { role_name }), ...(changed && { permissions }) },
      );
      setName(undefined);
      setTouched(new Map());
    } catch (thrown) {
      const text = errorText(thrown, peopleTexts);
      if (thrown instanceof ApiError && thrown.code === 'ROLE_ALREADY_EXIST') refuse(text);
      else setError(text);
    }
    setBusy(false);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy || offline || !(fresh || changes)) return;
    setError(undefined);
    const problem = required(role_name);
    if (problem) refuse(problem);
    else void save();
  };
  const discard = () => {
    setName(undefined);
    setTouched(new Map());
    setError(undefined);
    setNameError(undefined);
    field.current?.focus();
  };
  return (
    <>
      <form className="ll-role-form" onSubmit={submit} noValidate>
        <TextField
          ref={field}
          className="ll-role-name"
          label="Name"
          name="role_name"
          autoComplete="off"
          maxLength={60}
          value={name ?? given.role_name}
          error={nameError}
          onChange={(event) => {
            setName(event.target.value);
            setNameError(undefined);
          }}
        />
        <PermissionBoxes chosen={now} onChange={(permission, on) => setTouched(new Map(touched).set(permission, on))} />
        <div className="ll-role-save" data-stays={fresh || changes ? '' : undefined}>
          {error ? <ErrorNote text={error} /> : null}
          <div className="ll-settings-buttons">
            <Button
              kind="primary"
              type="submit"
              busy={busy && (fresh ? 'Creating…' : 'Saving…')}
              disabled={offline || !(fresh || changes)}
            >
              {fresh ? 'Create role' : 'Save'}
            </Button>
            {!fresh && changes ? (
              <Button kind="ghost" onClick={discard}>
                Discard
              </Button>
            ) : null}
            <p className="ll-meta" role="status">
              {offline ? 'Changing it needs a connection.' : fresh ? '' : changesText(changes)}
            </p>
          </div>
        </div>
      </form>
      {/* A new role's page is left by saving it. */}
      <UnsavedGuard unsaved={changes > 0 && !busy} mayStay={mayStay} />
    </>
  );
}

const changesText = (changes: number): string =>
  changes === 0 ? '' : changes === 1 ? '1 unsaved change' : `${changes} unsaved changes`;
