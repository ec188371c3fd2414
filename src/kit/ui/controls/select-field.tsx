// A choice from a list: the system's own select, which every phone draws best.
import { ChevronDown } from 'lucide-react';
import type { ComponentPropsWithRef } from 'react';
import { classNames } from '../class-names.ts';
import { Field, type FieldTexts } from './field.tsx';

export interface SelectFieldProps extends FieldTexts, Omit<ComponentPropsWithRef<'select'>, 'size'> {
  options: readonly { value: string; label: string; disabled?: boolean }[];
  large?: boolean;
}

export function SelectField(props: SelectFieldProps) {
  const { label, hint, error, aside, labelHidden, options, large, className, ...select } = props;
  return (
    <Field label={label} hint={hint} error={error} aside={aside} labelHidden={labelHidden}>
      {(control) => (
        <div className={classNames('ll-select', large && 'll-input-large', className)}>
          <select {...select} {...control}>
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown size={18} strokeWidth={1.9} aria-hidden="true" />
        </div>
      )}
    </Field>
  );
}
