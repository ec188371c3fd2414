// The frame around every control of a form: label above, hint and error below, all tied together for assistive tools.
import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import './field.css';

/** What a control inside a field has to carry. */
export interface FieldControl {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

export interface FieldTexts {
  label: string;
  /** One line below, while there is no error. */
  hint?: ReactNode;
  /** A sentence; shown in red with an icon, and announced. */
  error?: string | undefined;
  /** Right of the label: "Forgot it?" */
  aside?: ReactNode;
  /** The label is for assistive tools only (a search field). */
  labelHidden?: boolean | undefined;
}

export interface FieldProps extends FieldTexts {
  children: (control: FieldControl) => ReactNode;
}

export function Field({ label, hint, error, aside, labelHidden, children }: FieldProps) {
  const id = useId();
  const below = `${id}-below`;
  return (
    <div className="ll-field" data-error={error ? '' : undefined}>
      <div className={labelHidden ? 'll-hidden-text' : 'll-field-head'}>
        <label htmlFor={id}>{label}</label>
        {aside}
      </div>
      {children({
        id,
        'aria-describedby': error || hint ? below : undefined,
        'aria-invalid': error ? true : undefined,
      })}
      <div id={below} className="ll-field-below" aria-live="polite">
        {error ? (
          <span className="ll-field-error">
            <CircleAlert size={16} strokeWidth={1.9} aria-hidden="true" />
            {error}
          </span>
        ) : (
          hint
        )}
      </div>
    </div>
  );
}
