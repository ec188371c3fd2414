// Asks when a message is to be sent, and where it is changed also what it says.
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import type { Address, Entry } from '#contract/chat.ts';
import type { RichText } from '#contract/rich-text.ts';
import { Composer } from '#src/kit/editor/composer.tsx';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { TextField } from '#src/kit/ui/controls/text-field.tsx';
import { Dialog } from '#src/kit/ui/overlay/dialog.tsx';
import { useMentions } from '../../message-parts/use-mentions.ts';
import { useThreads } from '../../threads/use-threads.ts';
import { fieldOf, momentIn, zoneName } from './times.ts';

interface Asked {
  /** The time to begin with. */
  at: number | string;
  onClose: () => void;
}

export interface ScheduleDialogProps extends Asked {
  /** ISO 8601 */
  onPick: (due_at: string) => void;
}

export function ScheduleDialog({ at, onPick, onClose }: ScheduleDialogProps) {
  const form = useId();
  const time = useTime(at);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const due_at = time.take();
    if (due_at) onPick(due_at);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Schedule message"
      actions={
        <>
          <Button kind="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button kind="primary" type="submit" form={form}>
            Schedule
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate>
        {time.field}
      </form>
    </Dialog>
  );
}

export interface EditScheduledProps extends Asked {
  body: RichText;
  /** Where it goes. */
  address: Address;
  /** How many go along. */
  files: number;
  /** It could not be sent at its time, or not be changed: it needs one. */
  anew: boolean;
  /** Without a time where that stays: then there is none to be refused, however near it is. */
  onSave: (body: RichText, due_at?: string) => void;
}

export function EditScheduled({ at, body, address, files, anew, onSave, onClose }: EditScheduledProps) {
  const time = useTime(at);
  const save = async (doc: RichText) => {
    if (!anew && time.isStill()) return onSave(doc);
    const due_at = time.take();
    if (due_at) onSave(doc, due_at);
  };
  return (
    <Dialog open onClose={onClose} title="Scheduled message" size="wide">
      <div className="ll-later-edit">
        {time.field}
        {files ? (
          <p className="ll-meta">{files === 1 ? 'Its file stays with it.' : 'Its files stay with it.'}</p>
        ) : null}
        <Composer
          mode="edit"
          value={body}
          loaded={files > 0}
          onChange={() => undefined}
          findMentions={useMentions(useKind(address))}
          onSubmit={save}
          onCancel={onClose}
        />
      </div>
    </Dialog>
  );
}

/** Of the conversation; for a thread, of the one that its root stands in, where the device knows that. */
function useKind({ entity_type, entity_id }: Address): Entry['entity_type'] | undefined {
  const { items } = useThreads();
  if (entity_type !== 'thread') return entity_type;
  return items.find(({ root }) => root.message_id === entity_id)?.entity_type;
}

interface Time {
  field: ReactNode;
  /** The moment (ISO 8601); or shows what is wrong, and answers nothing. */
  take: () => string | undefined;
  /** The field says what it said, and that is to come. */
  isStill: () => boolean;
}

function useTime(at: number | string): Time {
  const [value, setValue] = useState(() => fieldOf(at));
  const isStill = () => value === fieldOf(at) && new Date(at).valueOf() > Date.now();
  const [problem, setProblem] = useState<string>();
  const take = () => {
    const moment = momentIn(value, Date.now());
    setProblem('problem' in moment ? moment.problem : undefined);
    return 'at' in moment ? new Date(moment.at).toISOString() : undefined;
  };
  const field = (
    <TextField
      label="Date and time"
      type="datetime-local"
      hint={`By the clock of ${zoneName()}`}
      error={problem}
      required
      value={value}
      onChange={({ target }) => setValue(target.value)}
    />
  );
  return { field, take, isStill };
}
