// Steps of a funnel, one below the other: each as long as its share of the first, its number and share in words beside it.
import './charts.css';

export interface Step {
  label: string;
  value: number;
  /** Lit: what all this is about. */
  lit?: boolean;
}

/** "41 %" of the first step. */
const shareOf = (value: number, whole: number): number => (whole ? Math.round((value / whole) * 100) : 0);

export function Steps({ steps }: { steps: readonly Step[] }) {
  const whole = steps[0]?.value ?? 0;
  return (
    <ol className="ll-funnel">
      {steps.map(({ label, value, lit }) => (
        <li key={label}>
          <span className="ll-step-label">{label}</span>
          <Bar value={value} whole={whole} lit={lit ?? false} high />
          <strong className="ll-digits">{value.toLocaleString('en')}</strong>
          <span className="ll-meta ll-digits">{`${shareOf(value, whole)}%`}</span>
        </li>
      ))}
    </ol>
  );
}

export interface BarProps {
  value: number;
  whole: number;
  lit?: boolean;
  /** 28 px instead of 8. */
  high?: boolean;
}

/** One bar on its track. What it says stands beside it in words. A lit one ends in an edge that is seen on every ground. */
export function Bar({ value, whole, lit = true, high = false }: BarProps) {
  const share = whole ? Math.min(1, value / whole) * 100 : 0;
  return (
    <svg className="ll-bar" data-lit={lit ? '' : undefined} data-high={high ? '' : undefined} aria-hidden="true">
      <rect className="ll-bar-track" width="100%" height="100%" />
      <rect className="ll-bar-fill" width={`${share}%`} height="100%" />
      {lit && share ? (
        <svg x={`${share}%`} overflow="visible">
          <rect className="ll-bar-edge" x="-3" width="3" height="100%" />
        </svg>
      ) : null}
    </svg>
  );
}
