// What a space is, as fields of a form: for making one and for changing it.
import type { Ref } from 'react';
import { TextAreaField, TextField } from '../ui/controls/text-field.tsx';
import { type Choice, ChoiceCards } from '../ui/form/choice-cards.tsx';
import type { Form } from '../ui/form/use-form.ts';

export type Visibility = 'public' | 'private';

export type SpaceValues = { space_name: string; space_description: string; visibility: Visibility };

const visibilities: readonly Choice<Visibility>[] = [
  {
    value: 'public',
    label: 'Public',
    text: 'Everybody in the company can find it, join it and read what was said before.',
  },
  {
    value: 'private',
    label: 'Private',
    text: 'Only its members know of it. Others need an invitation or its link, and then a yes of its admins.',
  },
];

export interface SpaceFieldsProps {
  form: Form<SpaceValues>;
  /** The name's input. */
  nameRef: Ref<HTMLInputElement>;
  /** False where who can join is not for the person to say. Default true. */
  withVisibility?: boolean;
}

export function SpaceFields({ form, nameRef, withVisibility = true }: SpaceFieldsProps) {
  return (
    <>
      <TextField ref={nameRef} label="Name" autoComplete="off" maxLength={80} {...form.field('space_name')} />
      <TextAreaField
        label="What it is for"
        hint="Shown to everybody who can find it."
        rows={3}
        maxLength={500}
        {...form.field('space_description')}
      />
      {withVisibility ? (
        <ChoiceCards
          label="Who can join"
          options={visibilities}
          value={form.values.visibility}
          onChange={(visibility) => form.set('visibility', visibility)}
        />
      ) : null}
    </>
  );
}
