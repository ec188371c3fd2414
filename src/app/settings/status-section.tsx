// What colleagues see of one's being there, and whether it follows what one does.
import { CircleDashed } from 'lucide-react';
import { presenceLabel } from '#src/kit/people/presence.ts';
import { PresenceDot } from '#src/kit/people/presence-dot.tsx';
import { type Choice, ChoiceCards } from '#src/kit/ui/form/choice-cards.tsx';
import { useOnline } from '#src/realtime/hooks.ts';
import { type StatusChoice, useApp } from '../state/app-state.ts';
import { Section } from './section.tsx';

const offered: readonly [StatusChoice, label: string, text: string][] = [
  ['Automatic', 'Automatic', 'Available while you use Limelight, offline otherwise.'],
  ['Available', 'Available', 'Available, also when you look away.'],
  ['Busy', 'Busy', 'Connected, but better not disturbed.'],
  ['Appear Offline', 'Appear offline', 'Colleagues do not see that you are here. You can use everything.'],
];

const options = offered.map(
  ([value, label, text]): Choice<StatusChoice> => ({
    value,
    label,
    text,
    mark:
      value === 'Automatic' ? (
        <CircleDashed size={14} strokeWidth={1.9} aria-hidden="true" />
      ) : (
        <PresenceDot presence={value} spoken={false} />
      ),
  }),
);

export function StatusSection() {
  const { me, actions } = useApp().state;
  const online = useOnline();
  const seen = me?.employee_status.auto_status;
  return (
    <Section title="Status">
      <ChoiceCards
        label="How colleagues see you"
        options={options}
        value={me?.employee_status.status_type}
        onChange={actions.setStatus}
      />
      <p className="ll-meta" role="status">
        {online
          ? `Right now they see you as ${seen && presenceLabel(seen).toLowerCase()}.`
          : 'They see a change once you are connected again.'}
      </p>
    </Section>
  );
}
