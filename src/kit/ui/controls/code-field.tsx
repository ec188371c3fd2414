// The code from the mail. One real input under six drawn boxes, so paste, autofill and screen readers see one field.
import type { ChangeEvent, ComponentPropsWithRef } from 'react';
import { Field, type FieldTexts } from './field.tsx';

export interface CodeFieldProps
  extends FieldTexts,
    Omit<ComponentPropsWithRef<'input'>, 'value' | 'onChange' | 'type'> {
  /** Digits only. */
  value: string;
  onChange: (value: string) => void;
  /** Called once the last digit is there. */
  onComplete?: (value: string) => void;
  /** Default 6. */
  length?: number;
}

export function CodeField(props: CodeFieldProps) {
  const { label, hint, error, aside, labelHidden, value, onChange, onComplete, length = 6, ...input } = props;
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    // No maxLength on the input: it would cut "407 123" before the space is taken out.
    const digits = event.target.value.replace(/\D/g, '').slice(0, length);
    if (digits === value) return;
    onChange(digits);
    if (digits.length === length) onComplete?.(digits);
  };
  const places = Array.from({ length }, (_, place) => place);
  return (
    <Field label={label} hint={hint} error={error} aside={aside} labelHidden={labelHidden}>
      {(control) => (
        <div className="ll-code" style={{ '--ll-code-length': length }}>
          <input
            {...input}
            {...control}
            value={value}
            onChange={change}
            type="text"
            inputMode="numeric"
            autoComplete="one-time-code"
            pattern={`\\d{${length}}`}
            spellCheck={false}
          />
          {places.map((place) => (
            <span
              key={place}
              aria-hidden="true"
              data-here={place === Math.min(value.length, length - 1) ? '' : undefined}
            >
              {value[place]}
            </span>
          ))}
        </div>
      )}
    </Field>
  );
}
