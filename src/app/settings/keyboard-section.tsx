// Single-key shortcuts on or off for this device, and which shortcuts there are.
import { useSnapshot } from 'valtio';
import { Switch } from '#src/kit/ui/controls/check.tsx';
import { setSingleKeys, singleKeys } from '#src/kit/ui/hooks/single-keys.ts';
import { ShortcutList } from '../shell/shortcuts/shortcut-list.tsx';
import { Section } from './section.tsx';

export function KeyboardSection() {
  const { on } = useSnapshot(singleKeys);
  return (
    <Section title="Keyboard">
      <div>
        <Switch
          label="Single-key shortcuts"
          checked={on}
          onChange={(event) => setSingleKeys(event.target.checked)}
          aria-describedby="single-keys"
        />
        <p id="single-keys" className="ll-meta">
          Letters and signs without Ctrl, Alt or ⌘. Off may be better for dictation. On this device.
        </p>
      </div>
      <section className="ll-settings-part" aria-labelledby="all-shortcuts">
        <h2 id="all-shortcuts" className="ll-section">
          All shortcuts
        </h2>
        <ShortcutList />
      </section>
    </Section>
  );
}
