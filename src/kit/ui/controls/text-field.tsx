// A line or a block of text in a field.
import type { LucideIcon } from 'lucide-react';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { Field, type FieldTexts } from './field.tsx';

export interface TextFieldProps extends FieldTexts, ComponentPropsWithRef<'input'> {
  /** Inside, on the left. */
  icon?: LucideIcon;
  /** Inside, on the right: a unit, a button. */
  trailing?: ReactNode;
  /** 52 px high, as on the sign-in pages. */
  large?: boolean;
}

/** One line. All attributes of <input> go to the input, `ref` too. */
export function TextField(props: TextFieldProps): ReactNode {
  const {
    label,
    hint,
    error,
    aside,
    labelHidden,
    icon: Icon,
    trailing,
    large,
    className,
    type = 'text',
    ...input
  } = props;
  return (
    <Field label={label} hint={hint} error={error} aside={aside} labelHidden={labelHidden}>
      {(control) => (
        <div className={classNames('ll-input', large && 'll-input-large', className)}>
          {Icon ? <Icon size={20} strokeWidth={1.9} aria-hidden="true" /> : null}
          <input type={type} {...input} {...control} />
          {trailing}
        </div>
      )}
    </Field>
  );
}

export interface TextAreaFieldProps extends FieldTexts, ComponentPropsWithRef<'textarea'> {}

/** Several lines; `rows` is its first height, people may pull it larger. */
export function TextAreaField(props: TextAreaFieldProps): ReactNode {
  const { label, hint, error, aside, labelHidden, className, ...area } = props;
  return (
    <Field label={label} hint={hint} error={error} aside={aside} labelHidden={labelHidden}>
      {(control) => (
        <div className={classNames('ll-input', 'll-area', className)}>
          <textarea {...area} {...control} />
        </div>
      )}
    </Field>
  );
}
