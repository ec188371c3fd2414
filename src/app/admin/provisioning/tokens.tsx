// The tokens: made, shown once, revoked.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { v7 as uuid } from 'uuid';
import { errorText } from '#src/api/error-text.ts';
import { useDirectory } from '#src/kit/people/directory.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { TextField } from '#src/kit/ui/controls/text-field.tsx';
import { ErrorNote } from '#src/kit/ui/feedback/error-card.tsx';
import { required } from '#src/kit/ui/form/checks.ts';
import { useForm } from '#src/kit/ui/form/use-form.ts';
import { date, dateAndTime } from '#src/kit/ui/format/dates.ts';
import { fullName } from '#src/kit/ui/format/names.ts';
import { ConfirmDialog } from '#src/kit/ui/overlay/confirm-dialog.tsx';
import { useMay } from '#src/realtime/hooks.ts';
import { Copied } from '../sso/copied.tsx';
import { MOST_TOKENS, makeToken, provisioningTexts, revokeToken, type Token } from './data.ts';

interface TokensProps {
  tokens: readonly Token[];
  offline: boolean;
}

export function Tokens({ tokens, offline }: TokensProps) {
  const [made, setMade] = useState<string>();
  const may = useMay('people.manage');
  const room = tokens.length < MOST_TOKENS;
  return (
    <section aria-labelledby="provisioning-tokens" className="ll-settings-part">
      <h2 id="provisioning-tokens" className="ll-section">
        Tokens
      </h2>
      <p className="ll-muted">
        Whoever has a token can make and switch off accounts. Keep two only while you replace one.
      </p>
      {tokens.length ? (
        <ul className="ll-provisioning-list">
          {tokens.map((token) => (
            <One key={token.token_id} token={token} offline={offline} />
          ))}
        </ul>
      ) : (
        <p className="ll-meta">None yet: no provider can call.</p>
      )}
      {made === undefined ? null : <Made secret={made} onDone={() => setMade(undefined)} />}
      {may ? null : <p className="ll-meta">Making one is for those who manage people, too.</p>}
      {may && made === undefined && !room ? <p className="ll-meta">Two at most: revoke one to make another.</p> : null}
      {may && made === undefined && room ? <New offline={offline} onMade={setMade} /> : null}
    </section>
  );
}

function New({ offline, onMade }: { offline: boolean; onMade: (secret: string) => void }) {
  const client = useQueryClient();
  // Tried again it is the same one.
  const [token_id] = useState(() => uuid());
  const form = useForm(
    { token_name: '' },
    { token_name: required },
    async ({ token_name }) => {
      const secret = await makeToken(client, token_id, token_name);
      // The answer that had it was lost: it can only be revoked.
      onMade(secret ?? '');
    },
    provisioningTexts,
  );
  return (
    <form className="ll-sso-add" onSubmit={form.submit} noValidate>
      {form.error ? <ErrorNote text={form.error} /> : null}
      <TextField
        label="Name of a new token"
        hint="Such as the provider it is for"
        autoComplete="off"
        maxLength={60}
        {...form.field('token_name')}
      />
      <Button type="submit" busy={form.busy && 'Making…'} disabled={offline}>
        Make token
      </Button>
    </form>
  );
}

function Made({ secret, onDone }: { secret: string; onDone: () => void }) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => element.current?.focus(), []);
  return (
    <div ref={element} className="ll-provisioning-made" tabIndex={-1} role="group" aria-label="The new token">
      {secret ? (
        <>
          <p>Copy it now: it is shown only this once.</p>
          <Copied label="Token" value={secret} />
        </>
      ) : (
        <p>This token was made, but it could not be shown. Revoke it and make another one.</p>
      )}
      <div className="ll-settings-buttons">
        <Button kind="ink" size="small" onClick={onDone}>
          Done
        </Button>
      </div>
    </div>
  );
}

function One({ token, offline }: { token: Token; offline: boolean }) {
  const { token_id, token_name, created_by, created_at, last_used_at } = token;
  const client = useQueryClient();
  const maker = useDirectory().get(created_by);
  const [asks, setAsks] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const revoke = async () => {
    setBusy(true);
    setError(undefined);
    await revokeToken(client, token_id).catch((thrown: unknown) => setError(errorText(thrown, provisioningTexts)));
    setBusy(false);
    setAsks(false);
  };
  return (
    <li className="ll-provisioning-item" aria-label={token_name}>
      <div className="ll-provisioning-what">
        <strong>{token_name}</strong>
        <span className="ll-meta">
          {`Made on ${date(created_at)}${maker ? ` by ${fullName(maker)}` : ''}. `}
          {last_used_at ? `Last used on ${dateAndTime(last_used_at)}.` : 'Not used yet.'}
        </span>
        {error ? <ErrorNote text={error} /> : null}
      </div>
      <Button size="small" disabled={offline} onClick={() => setAsks(true)} aria-label={`Revoke ${token_name}`}>
        Revoke
      </Button>
      <ConfirmDialog
        open={asks}
        title={`Revoke ${token_name}?`}
        action="Revoke"
        danger
        busy={busy && 'Revoking…'}
        onConfirm={() => void revoke()}
        onCancel={() => setAsks(false)}
      >
        Your provider is refused from its next call on, until it has another token. Nobody’s account changes.
      </ConfirmDialog>
    </li>
  );
}
