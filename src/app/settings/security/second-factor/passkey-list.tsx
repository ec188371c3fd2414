// The passkeys that somebody has: their names, when they were used, and the ways to change that.
import { KeyRound } from 'lucide-react';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { date } from '#src/kit/ui/format/dates.ts';
import { midSentence } from '#src/kit/ui/format/mid-sentence.ts';
import { relativeTime } from '#src/kit/ui/format/relative-time.ts';
import { useNow } from '#src/kit/ui/hooks/use-now.ts';
import type { OwnPasskey } from './data.ts';

export interface PasskeyListProps {
  passkeys: readonly OwnPasskey[];
  disabled: boolean;
  /** False where the company demands one and this is the last. */
  removable: boolean;
  onRename: (passkey: OwnPasskey) => void;
  onRemove: (passkey: OwnPasskey) => void;
}

export function PasskeyList({ passkeys, disabled, removable, onRename, onRemove }: PasskeyListProps) {
  const now = useNow();
  return (
    <ul className="ll-sessions" aria-label="Passkeys">
      {passkeys.map((passkey) => {
        const { passkey_id, name, created_at, last_used_at, synced } = passkey;
        return (
          <li key={passkey_id} className="ll-session">
            <KeyRound size={20} strokeWidth={1.9} aria-hidden="true" />
            <div>
              <p className="ll-session-name">{name}</p>
              <p className="ll-meta">
                <span>
                  Added <time dateTime={created_at}>{date(created_at)}</time>
                </span>
                {last_used_at ? (
                  <span>
                    Last used <time dateTime={last_used_at}>{midSentence(relativeTime(last_used_at, now))}</time>
                  </span>
                ) : (
                  <span>Not used yet</span>
                )}
                {synced ? <span>On your other devices, too</span> : null}
              </p>
            </div>
            <div className="ll-session-buttons">
              <Button size="small" disabled={disabled} onClick={() => onRename(passkey)} aria-label={`Rename ${name}`}>
                Rename
              </Button>
              {removable ? (
                <Button
                  size="small"
                  disabled={disabled}
                  onClick={() => onRemove(passkey)}
                  aria-label={`Remove ${name}`}
                >
                  Remove
                </Button>
              ) : null}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
