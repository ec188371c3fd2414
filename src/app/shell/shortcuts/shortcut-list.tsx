// All shortcuts, as the dialog and the settings show them. What a key does stands where it is done (`useShortcut`).
import './shortcuts.css';

/** Keys as on a Mac, with `/` between two that do the two things named; elsewhere ⌘ is Ctrl, ⌥ Alt and ⇧ Shift. */
type Shortcut = readonly [what: string, keys: string];

const groups: Readonly<Record<string, readonly Shortcut[]>> = {
  Everywhere: [
    ['Search or jump to', '⌘ K'],
    ['This list', '?'],
    ['Home', 'G H'],
    ['Chat', 'G C'],
    ['People', 'G P'],
    ['Settings', 'G S'],
    ['Close what is open', 'Esc'],
    ['Undo what was just done, while it is offered', '⌘ Z'],
  ],
  Chat: [
    ['New message', 'N'],
    ['Next, previous conversation', '⌥ ↓/↑'],
    ['Next, previous unread one', '⌥ ⇧ ↓/↑'],
    ['Next, previous sub-space', ']/['],
    ['About this conversation', '⌘ .'],
    ['Mark this conversation as read', 'Esc'],
    ['Mark everything as read', '⇧ Esc'],
  ],
  Messages: [
    ['Next, previous message', 'J/K'],
    ['React to the chosen message', '+'],
    ['Answer the chosen message in a thread', 'T'],
    ['Edit my last message', 'E'],
    ['Save the chosen message for later', 'S'],
  ],
  Writing: [
    ['Send', 'Enter'],
    ['Send, also from within a list', '⌘ Enter'],
    ['New line', '⇧ Enter'],
    ['Edit my last message, in an empty field', '↑'],
    ['Commands, at the beginning', '/'],
    ['Attach files', '⌘ ⇧ U'],
    ['Bold, italic', '⌘ B/I'],
    ['Bulleted, numbered list', '⌘ ⇧ 8/7'],
  ],
};

const isMac = /mac|iphone|ipad/i.test(navigator.platform);
const elsewhere: Readonly<Record<string, string>> = { '⌘': 'Ctrl', '⌥': 'Alt', '⇧': 'Shift' };
const named = (key: string): string => (isMac ? key : (elsewhere[key] ?? key));

export function ShortcutList() {
  return (
    <div className="ll-shortcuts">
      {Object.entries(groups).map(([title, shortcuts]) => (
        <section key={title} aria-label={title}>
          <h3>{title}</h3>
          <dl>
            {shortcuts.map(([what, keys]) => (
              <div key={what}>
                <dt>{what}</dt>
                <dd>
                  {keys.split(' ').map((key) => (
                    <kbd key={key}>{named(key)}</kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}
