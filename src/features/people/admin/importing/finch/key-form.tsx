// The access key goes in, and is never shown again.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { PasswordField } from '#src/kit/ui/controls/password-field.tsx';
import { ErrorNote } from '#src/kit/ui/feedback/error-card.tsx';
import { showToast } from '#src/kit/ui/feedback/toast-store.ts';
import { required } from '#src/kit/ui/form/checks.ts';
import { useForm } from '#src/kit/ui/form/use-form.ts';
import { peopleTexts } from '../../../messages.ts';
import { saveKey } from './data.ts';

const texts = { ...peopleTexts, INVALID_REQUEST: 'This is not an access key: copy all of it, without spaces.' };

interface KeyFormProps {
  offline: boolean;
  /** Where it replaces another one. */
  onDone?: () => void;
}

export function KeyForm({ offline, onDone }: KeyFormProps) {
  const client = useQueryClient();
  const field = useRef<HTMLInputElement>(null);
  const replaces = onDone !== undefined;
  // The button that asked for it is gone.
  useEffect(() => {
    if (replaces) field.current?.focus();
  }, [replaces]);
  const form = useForm(
    { access_key: '' },
    { access_key: required },
    async ({ access_key }) => {
      await saveKey(client, access_key.trim());
      showToast({ text: 'Your HR system is connected.' });
      onDone?.();
    },
    texts,
  );
  return (
    <form className="ll-import-key-form" onSubmit={form.submit} noValidate>
      {form.error ? <ErrorNote text={form.error} /> : null}
      <PasswordField
        ref={field}
        label="Finch access key"
        hint="Needs to read the directory, individuals and employments. Never shown again once it is saved."
        autoComplete="new-password"
        maxLength={500}
        {...form.field('access_key')}
      />
      <div className="ll-admin-buttons">
        <Button type="submit" kind="ink" busy={form.busy && 'Asking Finch…'} disabled={offline}>
          Save key
        </Button>
        {onDone ? (
          <Button kind="ghost" onClick={onDone}>
            Cancel
          </Button>
        ) : null}
        {offline ? <span className="ll-muted">Connecting it needs a connection.</span> : null}
      </div>
    </form>
  );
}
