// The composer in the place of a message that is being edited.
import { useRef } from 'react';
import type { Message } from '#contract/chat.ts';
import type { RichText } from '#contract/rich-text.ts';
import { Composer } from '#src/kit/editor/composer.tsx';

export interface EditFieldProps {
  message: Message;
  onSave: (body: RichText) => Promise<void>;
  onDone: () => void;
}

/** What is begun and neither saved nor given up, by message: who looks something up elsewhere finds it again. */
const begun = new Map<string, RichText>();

export function EditField({ message, onSave, onDone }: EditFieldProps) {
  const id = message.message_id;
  const over = useRef(false);
  const end = () => {
    over.current = true;
    begun.delete(id);
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
      onChange={(doc) => over.current || begun.set(id, doc)}
      onSubmit={save}
      onCancel={end}
      autoFocus
    />
  );
}
