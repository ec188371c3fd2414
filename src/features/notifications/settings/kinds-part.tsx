// What comes as a notification, by kind.
import type { Kind, Level, Settings } from '#contract/notifications.ts';
import { SelectField } from '#src/kit/ui/controls/select-field.tsx';
import { useClient } from '#src/realtime/hooks.ts';
import { changeSettings } from '../mutations.ts';

const levels: readonly (readonly [Level, string])[] = [
  ['all', 'All'],
  ['mentions', 'Mentions'],
  ['none', 'None'],
];

/** `calls`: there one can be mentioned. */
const rows: readonly { readonly kind: Kind; readonly label: string; readonly text: string; readonly calls: boolean }[] =
  [
    { kind: 'direct', label: 'Direct messages', text: 'From one colleague to you', calls: true },
    { kind: 'group', label: 'Groups', text: 'Conversations of several people', calls: true },
    { kind: 'space', label: 'Spaces', text: 'Messages in their sub-spaces', calls: true },
    { kind: 'thread', label: 'Threads', text: 'Answers where you take part', calls: true },
    { kind: 'reaction', label: 'Reactions', text: 'To what you wrote', calls: false },
    { kind: 'invitation', label: 'Invitations', text: 'Into spaces, and who asks to join yours', calls: false },
  ];

export function KindsPart({ settings }: { settings: Settings }) {
  const client = useClient();
  return (
    <section className="ll-settings-part" aria-labelledby="notify-kinds">
      <h2 id="notify-kinds" className="ll-section">
        What reaches you
      </h2>
      <p className="ll-muted">On all your devices.</p>
      <ul className="ll-notify-rows">
        {rows.map(({ kind, label, text, calls }) => (
          <li key={kind}>
            <span>
              <b>{label}</b>
              <span className="ll-meta">{text}</span>
            </span>
            <SelectField
              label={label}
              labelHidden
              value={settings.levels[kind]}
              options={levels
                .filter(([level]) => calls || level !== 'mentions')
                .map(([value, name]) => ({ value, label: name }))}
              onChange={(event) => changeSettings(client, { levels: { [kind]: event.target.value as Level } })}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
