// What a space is, as fields of a form: for making one and for changing it.
import type { Ref } from 'react';
import { TextAreaField, TextField } from '../ui/controls/text-field.tsx';
import { type Choice, ChoiceCards } from '../ui/form/choice-cards.tsx';
import type { Form } from '../ui/form/use-form.ts';

export type Visibility = 'public' | 'private';

export type History = 'all' | 'joined';

export type SpaceValues = {
  space_name: string;
  space_description: string;
  visibility: Visibility;
  history: History;
};

const visibilities: readonly Choice<Visibility>[] = [
  {
    value: 'public',
    label: 'Public',
    text: 'Everybody in the company can find it and join it.',
  },
  {
    value: 'private',
    label: 'Private',
    text: 'Only its members know of it. Others need an invitation or its link, and then a yes of its admins.',
  },
];

const histories: readonly Choice<History>[] = [
  { value: 'all', label: 'Everything', text: 'Also what was said before they joined.' },
  { value: 'joined', label: 'Only what is new', text: 'What is said from the moment they join.' },
];

export interface SpaceFieldsProps {
  form: Form<SpaceValues>;
  /** The name's input. */
  nameRef: Ref<HTMLInputElement>;
  /** False where who can join, and what they can read then, is not for the person to say. Default true. */
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
        <>
          <ChoiceCards
            label="Who can join"
            options={visibilities}
            value={form.values.visibility}
            onChange={(visibility) => form.set('visibility', visibility)}
          />
          <ChoiceCards
            label="What those who join from now on can read"
            options={histories}
            value={form.values.history}
            onChange={(history) => form.set('history', history)}
          />
        </>
      ) : null}
    </>
  );
}
