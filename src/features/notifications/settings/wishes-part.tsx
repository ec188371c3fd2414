// What else is wanted: no words on the lock screen, a mail in the morning.
import type { Settings } from '#contract/notifications.ts';
import { Switch } from '#src/kit/ui/controls/check.tsx';
import { useClient } from '#src/realtime/hooks.ts';
import { changeSettings } from '../mutations.ts';

export function WishesPart({ settings }: { settings: Settings }) {
  const client = useClient();
  return (
    <section className="ll-settings-part" aria-labelledby="notify-wishes">
      <h2 id="notify-wishes" className="ll-section">
        How they come
      </h2>
      <div>
        <Switch
          label="Hide what messages say"
          checked={settings.hide_text}
          onChange={({ target }) => changeSettings(client, { hide_text: target.checked })}
          aria-describedby="notify-hide"
        />
        <p id="notify-hide" className="ll-meta">
          The lock screen then says that there is something new, not from whom and not what.
        </p>
      </div>
      <div>
        <Switch
          label="Mail in the morning"
          checked={settings.mail_digest}
          onChange={({ target }) => changeSettings(client, { mail_digest: target.checked })}
          aria-describedby="notify-mail"
        />
        <p id="notify-mail" className="ll-meta">
          Once a day, about what waits unread, as long as none of your devices takes notifications.
        </p>
      </div>
    </section>
  );
}
