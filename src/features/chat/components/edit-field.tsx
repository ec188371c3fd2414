// The composer in the place of a message that is being edited.
import { useRef } from 'react';
import type { Entry, Message } from '#contract/chat.ts';
import type { RichText } from '#contract/rich-text.ts';
import { Composer } from '#src/kit/editor/composer.tsx';
import { unsavedForms } from '#src/offline/device/busy.ts';
import { useMentions } from '../message-parts/use-mentions.ts';

export interface EditFieldProps {
  message: Message;
  /** Of the conversation that it stands in. */
  kind: Entry['entity_type'] | undefined;
  onSave: (body: RichText) => Promise<void>;
  onDone: () => void;
}

/** What is begun and neither saved nor given up, by message: who looks something up elsewhere finds it again. Not after a reload. */
const begun = new Map<string, RichText>();

/** Without a document it is over. What is kept before the field opens is what it begins with. */
export function keepEdit(id: string, doc?: RichText): void {
  if (doc) begun.set(id, doc);
  else begun.delete(id);
  unsavedForms[begun.size ? 'add' : 'delete'](begun);
}

export function EditField({ message, kind, onSave, onDone }: EditFieldProps) {
  const id = message.message_id;
  const over = useRef(false);
  const end = () => {
    over.current = true;
    keepEdit(id);
    onDone();
  };
  const save = async (body: RichText) => {
    await onSave(body);
    end();
  };
  return (
    <Composer
      mode="edit"
      value={begun.get(id) ?? message.body}
      loaded={message.attachments?.length > 0}
      onChange={(doc) => over.current || keepEdit(id, doc)}
      findMentions={useMentions(kind)}
      onSubmit={save}
      onCancel={end}
      autoFocus
    />
  );
}
