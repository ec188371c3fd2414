// The picture of somebody, as a field of each form in which there is one.
import { PictureField, type PictureFieldProps } from '#src/kit/upload/picture-field.tsx';
import { app } from '#src/realtime/app.ts';

type PersonPhotoProps = Pick<PictureFieldProps, 'name' | 'value' | 'onChange' | 'onBusy' | 'look'>;

export function PersonPhoto(props: PersonPhotoProps) {
  return (
    <PictureField label="Photo" folder="user-manage/employee" call={app.call} who={app.session.read()} {...props} />
  );
}
