// Changing what a space is: image, name, description; and, for its admins, who can join and what they can read then.
import { useEffect, useId, useRef, useState } from 'react';
import type { Space } from '#contract/chat.ts';
import { spaceTexts } from '#src/kit/spaces/messages.ts';
import { SpaceFields, type SpaceValues } from '#src/kit/spaces/space-fields.tsx';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { ErrorNote } from '#src/kit/ui/feedback/error-card.tsx';
import { required } from '#src/kit/ui/form/checks.ts';
import { useForm } from '#src/kit/ui/form/use-form.ts';
import { Dialog } from '#src/kit/ui/overlay/dialog.tsx';
import { PictureField } from '#src/kit/upload/picture-field.tsx';
import { app } from '#src/realtime/app.ts';
import { updateSpace } from '../mutations.ts';

export interface EditSpaceProps {
  space: Space;
  admin: boolean;
  onClose: () => void;
}

export function EditSpace({ space, admin, onClose }: EditSpaceProps) {
  const { space_id } = space;
  // As it was when this was opened: what others change meanwhile is nothing that was changed here.
  const [{ space_image, ...before }] = useState<SpaceValues & Pick<Space, 'space_image'>>(() => {
    const { space_name, space_description, space_image: picture, visibility, history } = space;
    return { space_name, space_description, space_image: picture, visibility, history };
  });
  const id = useId();
  const name = useRef<HTMLInputElement>(null);
  useEffect(() => name.current?.focus(), []);
  const [image, setImage] = useState(space_image);
  const [uploading, setUploading] = useState(false);
  const form = useForm<SpaceValues>(
    before,
    { space_name: required },
    async (values) => {
      // Only what was changed: what another admin changed meanwhile stays.
      const changes = {
        ...(values.space_name !== before.space_name && { space_name: values.space_name }),
        ...(values.space_description !== before.space_description && { space_description: values.space_description }),
        ...(values.visibility !== before.visibility && { visibility: values.visibility }),
        ...(values.history !== before.history && { history: values.history }),
        ...(image !== space_image && { space_image: image }),
      };
      if (Object.keys(changes).length) await updateSpace({ space_id, ...changes });
      onClose();
    },
    spaceTexts,
  );
  return (
    <Dialog
      open
      onClose={onClose}
      unsaved={form.unsaved || image !== space_image}
      title="Edit space"
      actions={
        <>
          <Button kind="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button kind="primary" type="submit" form={id} disabled={uploading} busy={form.busy && 'Saving…'}>
            Save
          </Button>
        </>
      }
    >
      <form id={id} className="ll-about-form" onSubmit={form.submit} noValidate>
        {form.error ? <ErrorNote text={form.error} /> : null}
        <PictureField
          label="Image"
          name={form.values.space_name}
          value={image}
          onChange={setImage}
          onBusy={setUploading}
          folder="spaces"
          shape="square"
          call={app.call}
          who={app.session.read()}
        />
        <SpaceFields form={form} nameRef={name} withVisibility={admin} />
      </form>
    </Dialog>
  );
}
