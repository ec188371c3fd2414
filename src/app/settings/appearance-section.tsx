// Light, dark or as the system: for this device. The company's colours stand under Admin.
import { useSnapshot } from 'valtio';
import { type Choice, ChoiceCards } from '#src/kit/ui/form/choice-cards.tsx';
import { type Appearance, appearance, setAppearance } from '#src/kit/ui/theme/appearance.ts';
import { appearances } from '../shell/account/account.tsx';
import { Section } from './section.tsx';

const options: readonly Choice<Appearance>[] = appearances.map(({ value, label }) => ({
  value,
  label,
  mark: <LookPicture look={value} />,
}));

export function AppearanceSection() {
  const { chosen } = useSnapshot(appearance);
  return (
    <Section title="Appearance">
      <ChoiceCards label="On this device" look="tiles" options={options} value={chosen} onChange={setAppearance} />
    </Section>
  );
}

/** A little Limelight: desk, sheet, a row, a button. Both halves for "as the system". */
function LookPicture({ look }: { look: Appearance }) {
  return (
    <span className="ll-look" aria-hidden="true">
      {look === 'dark' ? null : <LookHalf look="light" />}
      {look === 'light' ? null : <LookHalf look="dark" />}
    </span>
  );
}

function LookHalf({ look }: { look: 'light' | 'dark' }) {
  return (
    <span className="ll-look-half" data-look={look}>
      <span className="ll-look-sheet">
        <span />
        <span />
        <span />
      </span>
    </span>
  );
}
