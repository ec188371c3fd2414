// One of a few, each with a sentence or a picture: what a radio button alone would not explain.
import { type ReactNode, useId } from 'react';
import { Radio } from '../controls/check.tsx';
import './choice-cards.css';

export interface Choice<Value extends string> {
  value: Value;
  label: string;
  /** What it means, in one sentence. */
  text?: ReactNode;
  /** Before the label: an icon, a presence dot. In tiles it stands above, over the whole width: a picture. */
  mark?: ReactNode;
}

export interface ChoiceCardsProps<Value extends string> {
  /** What is chosen here; shown above. */
  label: string;
  /** The label is for assistive tools only. */
  labelHidden?: boolean;
  options: readonly Choice<Value>[];
  value: Value | undefined;
  onChange: (value: Value) => void;
  /** Below one another (default), or beside one another with the mark as a picture. */
  look?: 'rows' | 'tiles';
  /** Nothing can be chosen now; say beside it why. */
  disabled?: boolean;
}

export function ChoiceCards<Value extends string>(props: ChoiceCardsProps<Value>) {
  const { label, labelHidden, options, value, onChange, look = 'rows', disabled } = props;
  const name = useId();
  return (
    <fieldset className="ll-choices" data-look={look} disabled={disabled}>
      <legend className={labelHidden ? 'll-hidden-text' : 'll-choices-label'}>{label}</legend>
      <div className="ll-choices-all">
        {options.map((option) => (
          <Radio
            key={option.value}
            className="ll-choice"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            label={
              <>
                {option.mark ? <span className="ll-choice-mark">{option.mark}</span> : null}
                <span className="ll-choice-text">
                  <span className="ll-choice-name">{option.label}</span>
                  {option.text ? <span className="ll-meta">{option.text}</span> : null}
                </span>
              </>
            }
          />
        ))}
      </div>
    </fieldset>
  );
}
