// Letting one more person run the server: by a link that is good once.
import { Copy, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '#src/api/error-text.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { TextField } from '#src/kit/ui/controls/text-field.tsx';
import { copyText } from '#src/kit/ui/export/copy-text.ts';
import { ErrorNote } from '#src/kit/ui/feedback/error-card.tsx';
import { PageHeader } from '#src/kit/ui/layout/page.tsx';
import { invite } from '../data.ts';
import { operatorTexts } from '../messages.ts';

/** 32 random bytes. The server is told them once, and keeps their hash. */
function newToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

export function Operators() {
  const [link, setLink] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const make = async () => {
    setBusy(true);
    setError(undefined);
    const token = newToken();
    await invite(token).then(
      () => setLink(`${location.origin}/backadmin/setup#${token}`),
      (thrown: unknown) => setError(errorText(thrown, operatorTexts)),
    );
    setBusy(false);
  };
  const copy = (text: string) => copyText(text, 'The link is copied.');
  return (
    <>
      <PageHeader title="Operators" />
      <div className="op-form">
        <p className="ll-muted">
          Whoever opens the link can set up an account that sees all companies. It works once, within 7 days.
        </p>
        {error ? <ErrorNote text={error} /> : null}
        {link ? (
          <>
            <TextField label="Link for one operator" readOnly value={link} onFocus={(event) => event.target.select()} />
            <div>
              <Button icon={Copy} onClick={() => void copy(link)}>
                Copy link
              </Button>
            </div>
          </>
        ) : (
          <div>
            <Button icon={UserPlus} busy={busy && 'Making…'} onClick={() => void make()}>
              Make a link
            </Button>
          </div>
        )}
      </div>
    </>
  );
}
