// Switches the view of one list (All, Direct, Spaces). For pages that differ in content there are tabs.
import { useId } from 'react';
import { Count } from '../feedback/count.tsx';
import './segments.css';

export interface Segment<Value extends string> {
  value: Value;
  label: string;
  /** Shown behind the label when above zero. */
  count?: number;
}

export interface SegmentsProps<Value extends string> {
  /** What is chosen here, for assistive tools. */
  label: string;
  options: readonly Segment<Value>[];
  value: Value;
  onChange: (value: Value) => void;
}

export function Segments<Value extends string>({ label, options, value, onChange }: SegmentsProps<Value>) {
  const name = useId();
  return (
    <div className="ll-segments" role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option.value} className="ll-segment">
          <input
            type="radio"
            className="ll-hidden-text"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
          {option.count ? <Count value={option.count} tone="quiet" /> : null}
        </label>
      ))}
    </div>
  );
}
