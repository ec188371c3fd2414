// The e-mail domains that are the company's own: said here, proven by a record or a mailed code.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { claimDomain } from '#contract/auth/sso.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { TextField } from '#src/kit/ui/controls/text-field.tsx';
import { ErrorNote } from '#src/kit/ui/feedback/error-card.tsx';
import { required } from '#src/kit/ui/form/checks.ts';
import { useForm } from '#src/kit/ui/form/use-form.ts';
import { app } from '#src/realtime/app.ts';
import { put, type SsoDomain, ssoTexts } from './data.ts';
import { Domain } from './domain.tsx';

const DOMAIN = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/i;
const domainName = (value: string) =>
  required(value) ?? (DOMAIN.test(value.trim()) ? undefined : 'Enter a domain, like example.com');

interface DomainsProps {
  domains: readonly SsoDomain[];
  offline: boolean;
}

export function Domains({ domains, offline }: DomainsProps) {
  const client = useQueryClient();
  const [name, setName] = useState('');
  const [tried, setTried] = useState(false);
  const problem = domainName(name);
  const form = useForm(
    {},
    {},
    async () => {
      setTried(true);
      if (problem) return;
      put(client, await app.call(claimDomain, { domain: name.trim() }));
      setName('');
      setTried(false);
    },
    ssoTexts,
  );
  return (
    <section aria-labelledby="sso-domains" className="ll-settings-part">
      <h2 id="sso-domains" className="ll-section">
        Domains
      </h2>
      <p className="ll-muted">
        Only people with an address in a proven domain come in this way. Whoever types such an address is offered it.
      </p>
      {domains.length ? (
        <ul className="ll-sso-domains">
          {domains.map((domain) => (
            <Domain key={domain.domain} domain={domain} offline={offline} />
          ))}
        </ul>
      ) : (
        <p className="ll-meta">None yet: nobody can come in by sign-on.</p>
      )}
      <form className="ll-sso-add" onSubmit={form.submit} noValidate>
        {form.error ? <ErrorNote text={form.error} /> : null}
        <TextField
          label="New domain"
          autoComplete="off"
          inputMode="url"
          maxLength={253}
          value={name}
          error={tried ? problem : undefined}
          onChange={(event) => setName(event.target.value)}
        />
        <Button type="submit" busy={form.busy && 'Adding…'} disabled={offline}>
          Add domain
        </Button>
      </form>
    </section>
  );
}
