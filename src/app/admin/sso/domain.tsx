// One domain: proven, or how to prove it.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { deleteDomain, mailDomainCode, verifyDomain } from '#contract/auth/sso.ts';
import { errorText } from '#src/api/error-text.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { TextField } from '#src/kit/ui/controls/text-field.tsx';
import { Chip } from '#src/kit/ui/feedback/chip.tsx';
import { ErrorNote } from '#src/kit/ui/feedback/error-card.tsx';
import { required } from '#src/kit/ui/form/checks.ts';
import { useForm } from '#src/kit/ui/form/use-form.ts';
import { ConfirmDialog } from '#src/kit/ui/overlay/confirm-dialog.tsx';
import { app } from '#src/realtime/app.ts';
import { Copied } from './copied.tsx';
import { proveByCode, put, type SsoDomain, ssoTexts } from './data.ts';

interface DomainProps {
  domain: SsoDomain;
  offline: boolean;
}

export function Domain({ domain: { domain, verified, record_name, record_value }, offline }: DomainProps) {
  const client = useQueryClient();
  const [removing, setRemoving] = useState(false);
  const { error, busy, run } = useRun();
  const verify = () => run('verify', async () => put(client, await app.call(verifyDomain, { domain })));
  const remove = () => {
    setRemoving(false);
    void run('remove', async () => put(client, await app.call(deleteDomain, { domain })));
  };
  return (
    <li className="ll-sso-domain" aria-label={domain}>
      <div className="ll-sso-domain-head">
        <strong>{domain}</strong>
        {verified ? <Chip tone="ok">Proven</Chip> : <Chip tone="warn">Not proven yet</Chip>}
        <Button
          size="small"
          kind="ghost"
          disabled={offline}
          busy={busy === 'remove' && 'Removing…'}
          onClick={() => setRemoving(true)}
        >
          Remove
        </Button>
      </div>
      {error ? <ErrorNote text={error} /> : null}
      {verified ? null : (
        <>
          <p className="ll-meta">Add this TXT record where you manage the domain:</p>
          <Copied label="Record name" value={record_name} />
          <Copied label="Record value" value={record_value} />
          <div className="ll-settings-buttons">
            <Button
              size="small"
              kind="ink"
              disabled={offline}
              busy={busy === 'verify' && 'Verifying…'}
              onClick={verify}
            >
              Verify
            </Button>
          </div>
          <ByMail domain={domain} offline={offline} />
        </>
      )}
      <ConfirmDialog
        open={removing}
        title={`Remove ${domain}?`}
        action="Remove"
        danger
        onConfirm={remove}
        onCancel={() => setRemoving(false)}
      >
        Nobody with an address there can come in by sign-on any more. Who is signed in stays signed in.
      </ConfirmDialog>
    </li>
  );
}

/** The other way: a code to a mailbox that only who runs the domain reads. */
function ByMail({ domain, offline }: { domain: string; offline: boolean }) {
  const client = useQueryClient();
  const [sentTo, setSentTo] = useState<string>();
  const { error, busy, run } = useRun();
  const send = (mailbox: 'admin' | 'postmaster') =>
    run(mailbox, async () => {
      await app.call(mailDomainCode, { domain, mailbox });
      setSentTo(`${mailbox}@${domain}`);
    });
  const form = useForm({ code: '' }, { code: required }, ({ code }) => proveByCode(client, domain, code), ssoTexts);
  return (
    <>
      <p className="ll-meta">Or have a code mailed to:</p>
      <div className="ll-settings-buttons">
        {(['admin', 'postmaster'] as const).map((mailbox) => (
          <Button
            key={mailbox}
            size="small"
            disabled={offline}
            busy={busy === mailbox && 'Sending…'}
            onClick={() => void send(mailbox)}
          >
            {`${mailbox}@${domain}`}
          </Button>
        ))}
      </div>
      {error ? <ErrorNote text={error} /> : null}
      {sentTo ? (
        <form className="ll-sso-add" onSubmit={form.submit} noValidate>
          {form.error ? <ErrorNote text={form.error} /> : null}
          <TextField
            label="Code"
            hint={`Sent to ${sentTo}. It works for 30 minutes.`}
            autoComplete="one-time-code"
            maxLength={20}
            {...form.field('code')}
          />
          <Button type="submit" busy={form.busy && 'Verifying…'} disabled={offline}>
            Enter code
          </Button>
        </form>
      ) : null}
    </>
  );
}

/** One thing at a time, with its refusal in words. */
function useRun() {
  const [busy, setBusy] = useState<string>();
  const [error, setError] = useState<string>();
  const run = async (what: string, work: () => Promise<unknown>) => {
    setBusy(what);
    setError(undefined);
    await work().catch((thrown: unknown) => setError(errorText(thrown, ssoTexts)));
    setBusy(undefined);
  };
  return { busy, error, run };
}
