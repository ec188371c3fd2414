// Above the list of conversations, while somebody is alone in their company: what to do first, ticked as it is done.
import { Link, type LinkProps } from '@tanstack/react-router';
import { Check, ChevronRight, Hash, type LucideIcon, Palette, UserPlus, X } from 'lucide-react';
import { IconButton } from '#src/kit/ui/controls/icon-button.tsx';
import type { FirstStep, StepName } from './first-steps.ts';
import { type Beginning, putAway, useBeginning } from './use-first-steps.ts';
import './first-steps.css';

/** The page on which people are added, with the question whom open already. */
export const inviting = { to: '/admin/people', state: { adding: true } } as const satisfies LinkProps;

interface Way {
  icon: LucideIcon;
  label: (beginning: Beginning) => string;
  text: (beginning: Beginning) => string;
  link: LinkProps;
}

const ways: Readonly<Record<StepName, Way>> = {
  invite: {
    icon: UserPlus,
    label: () => 'Invite your colleagues',
    text: ({ invited }) => {
      if (!invited) return 'By e-mail, one by one or from a file';
      return invited === 1 ? 'One person is invited' : `${invited.toLocaleString('en')} people are invited`;
    },
    link: inviting,
  },
  space: {
    icon: Hash,
    label: () => 'Make a space',
    text: () => 'For a team, a site or a topic',
    link: { to: '/spaces/new' },
  },
  look: {
    icon: Palette,
    label: ({ company_name }) => `Make it look like ${company_name}`,
    text: () => 'Name, logo and colours',
    link: { to: '/admin/branding' },
  },
};

export function FirstSteps() {
  const beginning = useBeginning();
  if (!beginning) return null;
  const { steps } = beginning;
  const done = steps.filter((step) => step.done).length;
  const next = steps.find((step) => !step.done)?.name;
  return (
    <section className="ll-first-steps" aria-labelledby="first-steps">
      <header>
        <h2 id="first-steps" className="ll-section">
          First steps
        </h2>
        <span className="ll-meta ll-digits">{`${done} of ${steps.length} done`}</span>
        <IconButton icon={X} label="Put the first steps away" size="small" onClick={putAway} />
      </header>
      <ol>
        {steps.map((step) => (
          <li key={step.name}>
            <Step step={step} beginning={beginning} isNext={step.name === next} />
          </li>
        ))}
      </ol>
    </section>
  );
}

interface StepProps {
  step: FirstStep;
  beginning: Beginning;
  isNext: boolean;
}

function Step({ step: { name, done }, beginning, isNext }: StepProps) {
  const { icon: Icon, label, text, link } = ways[name];
  const Mark = done ? Check : Icon;
  return (
    <Link {...link} className="ll-first-step" data-done={done || undefined} data-next={isNext || undefined}>
      <span className="ll-first-step-mark">
        <Mark size={18} strokeWidth={done ? 2.4 : 1.9} aria-hidden="true" />
      </span>
      <span className="ll-first-step-text">
        {done ? <span className="ll-hidden-text">Done: </span> : null}
        <span>{label(beginning)}</span>
        <span className="ll-meta">{text(beginning)}</span>
      </span>
      <ChevronRight size={16} strokeWidth={1.9} aria-hidden="true" />
    </Link>
  );
}
