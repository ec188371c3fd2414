// The company's provider: what it is known by, whom it lets in, and whether it answers.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { updateSso } from '#contract/auth/sso.ts';
import { ApiError } from '#src/api/errors.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { Checkbox, Switch } from '#src/kit/ui/controls/check.tsx';
import { PasswordField } from '#src/kit/ui/controls/password-field.tsx';
import { TextField } from '#src/kit/ui/controls/text-field.tsx';
import { ErrorNote } from '#src/kit/ui/feedback/error-card.tsx';
import { showToast } from '#src/kit/ui/feedback/toast-store.ts';
import { required } from '#src/kit/ui/form/checks.ts';
import { useForm } from '#src/kit/ui/form/use-form.ts';
import { app } from '#src/realtime/app.ts';
import { Copied } from './copied.tsx';
import { put, type SsoSetup, ssoTexts } from './data.ts';
import { TryOut } from './try-out.tsx';

const texts = {
  ...ssoTexts,
  ISSUER: 'Enter the https address of your provider, as it writes it itself.',
  CLIENT_SECRET: 'Another provider has another secret: please enter it.',
};

interface ProviderProps {
  setup: SsoSetup;
  offline: boolean;
}

export function Provider({ setup, offline }: ProviderProps) {
  const { config, redirect_uri, may_choose, may_confirm } = setup;
  const client = useQueryClient();
  const [on, setOn] = useState(config?.enabled ?? true);
  const [creates, setCreates] = useState(config?.create_accounts ?? false);
  const [client_secret, setSecret] = useState('');
  const [confirms, setConfirms] = useState(false);
  const form = useForm(
    { issuer: config?.issuer ?? '', client_id: config?.client_id ?? '' },
    { issuer: required, client_id: required },
    async (names) => {
      const input = {
        ...names,
        create_accounts: creates,
        enabled: on,
        ...(client_secret && { client_secret }),
        ...(confirms && { confirm: true as const }),
      };
      put(client, await app.call(updateSso, input).catch(refusal));
      setSecret('');
      setConfirms(false);
      showToast({ text: on ? 'Sign-on is saved.' : 'Sign-on is saved, and off.' });
    },
    texts,
  );
  return (
    <section aria-labelledby="sso-provider" className="ll-settings-part">
      <h2 id="sso-provider" className="ll-section">
        Your provider
      </h2>
      <Copied label="Redirect address" value={redirect_uri ?? `${location.origin}/api/auth/login/sso/callback`} />
      <p className="ll-meta">
        Enter this at your provider when you register Limelight there. It then gives you the rest.
      </p>
      <form className="ll-sso-form" onSubmit={form.submit} noValidate>
        {form.error ? <ErrorNote text={form.error} /> : null}
        {config?.confirmed === false ? (
          <p className="ll-meta">
            No owner has confirmed this provider yet. Until then only the person who set it up can sign in this way, to
            try it out.
          </p>
        ) : null}
        {may_choose ? null : <p className="ll-meta">Only an owner of your company can choose another provider.</p>}
        <TextField
          label="Issuer"
          hint="The address of your provider, like https://login.example.com"
          inputMode="url"
          autoComplete="off"
          maxLength={500}
          disabled={!may_choose}
          {...form.field('issuer')}
        />
        <TextField
          label="Client ID"
          autoComplete="off"
          maxLength={300}
          disabled={!may_choose}
          {...form.field('client_id')}
        />
        <PasswordField
          label="Client secret"
          hint={
            may_choose
              ? config?.has_secret
                ? 'One is saved. Enter another one only to replace it.'
                : 'Never shown again once it is saved.'
              : undefined
          }
          autoComplete="new-password"
          maxLength={1000}
          disabled={!may_choose}
          value={client_secret}
          onChange={(event) => setSecret(event.target.value)}
        />
        <Switch
          label="Let colleagues sign in this way"
          checked={on}
          onChange={(event) => setOn(event.target.checked)}
        />
        <div>
          <Switch
            label="Make accounts at the first sign-in"
            checked={creates}
            onChange={(event) => setCreates(event.target.checked)}
            aria-describedby="sso-creates"
          />
          <p id="sso-creates" className="ll-meta">
            Whoever your provider knows, with an address in a proven domain, gets an account with the role Employee.
            While this is off, only people you invited come in.
          </p>
        </div>
        {config?.confirmed === false && may_confirm ? (
          <Checkbox
            label={`${config.issuer} is our provider: colleagues may sign in by it`}
            checked={confirms}
            onChange={(event) => setConfirms(event.target.checked)}
          />
        ) : null}
        <div className="ll-settings-buttons">
          <Button kind="primary" type="submit" busy={form.busy && 'Saving…'} disabled={offline}>
            Save
          </Button>
        </div>
      </form>
      {config ? <TryOut key={config.issuer} offline={offline} /> : null}
    </section>
  );
}

/** Which of the fields it was, in words. */
function refusal(error: unknown): never {
  const [first] = error instanceof ApiError && Array.isArray(error.data) ? (error.data as { path?: string }[]) : [];
  const code = first?.path?.toUpperCase() ?? '';
  throw error instanceof ApiError && Object.hasOwn(texts, code) ? new ApiError(code, error.status) : error;
}
