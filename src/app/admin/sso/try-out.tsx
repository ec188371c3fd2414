// Asking the provider now, step by step, as signing in would.
import { Check, X } from 'lucide-react';
import { useState } from 'react';
import { testSso } from '#contract/auth/sso.ts';
import { errorText } from '#src/api/error-text.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { ErrorNote } from '#src/kit/ui/feedback/error-card.tsx';
import { app } from '#src/realtime/app.ts';
import { type SsoStep, ssoTexts } from './data.ts';

const words: Readonly<Record<SsoStep, readonly [good: string, bad: string]>> = {
  discovery: ['The provider answers', 'The provider does not answer at this address'],
  issuer: ['It is the issuer you entered', 'It calls itself otherwise: compare each letter and the last slash'],
  endpoints: ['It says where to sign in', 'An address it gives is missing, or cannot be reached from here'],
  keys: ['Its keys can be read', 'Its keys cannot be read'],
  client: ['It does not refuse the client ID and secret', 'It refuses the client ID or the secret'],
};

export function TryOut({ offline }: { offline: boolean }) {
  const [steps, setSteps] = useState<readonly { step: SsoStep; ok: boolean }[]>([]);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const run = async () => {
    setBusy(true);
    setError(undefined);
    try {
      setSteps((await app.call(testSso, { with_client: true })).steps);
    } catch (thrown) {
      setSteps([]);
      setError(errorText(thrown, ssoTexts));
    }
    setBusy(false);
  };
  return (
    <div className="ll-sso-form">
      <div className="ll-settings-buttons">
        <Button onClick={() => void run()} busy={busy && 'Testing…'} disabled={offline}>
          Test what is saved
        </Button>
      </div>
      {error ? <ErrorNote text={error} /> : null}
      <ul className="ll-sso-steps" aria-live="polite" aria-label="Test result">
        {steps.map(({ step, ok }) => (
          <li key={step} data-ok={ok ? '' : undefined}>
            {ok ? <Check size={18} aria-hidden="true" /> : <X size={18} aria-hidden="true" />}
            {words[step][ok ? 0 : 1]}
          </li>
        ))}
      </ul>
    </div>
  );
}
