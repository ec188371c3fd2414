// Where one is on the way from a file to people.
import { Check } from 'lucide-react';

const steps = ['Choose file', 'Check columns', 'Look at every row', 'Import'] as const;

/** `at` from 0; `steps.length` when all is done. */
export function Steps({ at }: { at: number }) {
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
