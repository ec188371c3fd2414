// Where one is on the way from a file, or from the HR system, to people.
import { Check } from 'lucide-react';

const ways = {
  file: ['Choose file', 'Check columns', 'Look at every row', 'Import'],
  finch: ['Read HR system', 'Look at every row', 'Import'],
} as const;

/** `left`: steps that are to come, with the one that it is at. */
export function Steps({ left, source = 'file' }: { left: number; source?: keyof typeof ways }) {
  const steps = ways[source];
  const at = steps.length - left;
  return (
    <ol className="ll-import-steps" aria-label="Steps">
      {steps.map((step, place) => (
        <li key={step} aria-current={place === at ? 'step' : undefined} data-done={place < at ? '' : undefined}>
          <span className="ll-import-mark ll-digits" aria-hidden="true">
            {place < at ? <Check size={15} strokeWidth={2.4} /> : place + 1}
          </span>
          <span className="ll-import-step">
            {step}
            {place < at ? <span className="ll-hidden-text">, done</span> : null}
          </span>
        </li>
      ))}
    </ol>
  );
}
