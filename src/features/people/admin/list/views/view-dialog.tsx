// Asks for the name of a view: of a new one, or another one for one that is there.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { TextField } from '#src/kit/ui/controls/text-field.tsx';
import { ErrorNote } from '#src/kit/ui/feedback/error-card.tsx';
import { required } from '#src/kit/ui/form/checks.ts';
import { useForm } from '#src/kit/ui/form/use-form.ts';
import { Dialog } from '#src/kit/ui/overlay/dialog.tsx';
import { peopleTexts } from '../../../messages.ts';
import type { ListSearch } from '../search.ts';
import { newViewId, renameView, saveView, type View } from './data.ts';

export interface ViewDialogProps {
  /** Undefined for a new one, of what is searched for. */
  view: View | undefined;
  search: ListSearch;
  onClose: () => void;
}

export function ViewDialog({ view, search, onClose }: ViewDialogProps) {
  const id = useId();
  const client = useQueryClient();
  const field = useRef<HTMLInputElement>(null);
  const [fresh] = useState(newViewId);
  useEffect(() => field.current?.select(), []);
  const form = useForm(
    { view_name: view?.view_name ?? '' },
    { view_name: required },
    async ({ view_name }) => {
      if (view) await renameView(client, view.view_id, view_name);
      else await saveView(client, fresh, view_name, search);
      onClose();
    },
    peopleTexts,
  );
  const word = view ? 'Rename view' : 'Save view';
  return (
    <Dialog
      open
      onClose={onClose}
      title={word}
      actions={
        <>
          <Button kind="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button kind="primary" type="submit" form={id} busy={form.busy && 'Saving…'}>
            {word}
          </Button>
        </>
      }
    >
      <form id={id} className="ll-form" onSubmit={form.submit} noValidate>
        {form.error ? <ErrorNote text={form.error} /> : null}
        <TextField
          ref={field}
          label="Name"
          hint={view ? undefined : 'Keeps the filters, the order and the columns for you, on all your devices.'}
          maxLength={60}
          {...form.field('view_name')}
        />
      </form>
    </Dialog>
  );
}
