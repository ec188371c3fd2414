// How many. No badge without a number or a reason: zero draws nothing.
import './badge.css';

export interface CountProps {
  value: number;
  /** `accent` asks for attention (unread), `quiet` only tells. Default `accent`. */
  tone?: 'accent' | 'quiet';
  /** What is counted, for assistive tools: "2 unread". */
  label?: string;
}

/** Above 99 it says "99+". */
export function Count({ value, tone = 'accent', label }: CountProps) {
  if (value <= 0) return null;
  const text = value > 99 ? '99+' : String(value);
  return (
    <span className="ll-count" data-tone={tone}>
      {label ? <span className="ll-hidden-text">{label}</span> : null}
      <span aria-hidden={label ? true : undefined}>{text}</span>
    </span>
  );
}
