// The composer in the place of a message that is being edited.
import type { Message } from '#contract/chat.ts';
import type { RichText } from '#contract/rich-text.ts';
import { Composer } from '#src/kit/editor/composer.tsx';

export interface EditFieldProps {
  message: Message;
  onSave: (body: RichText) => Promise<void>;
  onDone: () => void;
}

export function EditField({ message, onSave, onDone }: EditFieldProps) {
  const save = async (body: RichText) => {
    await onSave(body);
    onDone();
  };
  return (
    <Composer
      mode="edit"
      value={message.body}
      loaded={message.attachments?.length > 0}
      onChange={() => undefined}
      onSubmit={save}
      onCancel={onDone}
      autoFocus
    />
  );
}
