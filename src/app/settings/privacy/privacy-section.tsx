// What others are told of what one does, and all that is kept about oneself as one file.
import { useApp } from '../../state/app-state.ts';
import { Section } from '../section.tsx';
import { OwnData } from './own-data.tsx';
import { ShownSeen } from './shown-seen.tsx';

export function PrivacySection() {
  const { modules } = useApp().state;
  return (
    <Section title="Privacy">
      {/* Without chat nobody sees what somebody has read. */}
      {modules?.chat === false ? null : <ShownSeen />}
      <OwnData />
    </Section>
  );
}
