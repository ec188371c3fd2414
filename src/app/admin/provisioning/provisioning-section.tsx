// Provisioning (SCIM): what an identity provider is told, its tokens, and which of its calls failed. For who may configure the company.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { SkeletonRows } from '#src/kit/ui/feedback/skeleton.tsx';
import { dateAndTime } from '#src/kit/ui/format/dates.ts';
import { LoadError } from '#src/kit/ui/layout/load-error.tsx';
import { useMay, useOffline } from '#src/realtime/hooks.ts';
import { AdminSection } from '../admin-section.tsx';
import { Copied } from '../sso/copied.tsx';
import { type Provisioning, provisioningQuery, SCIM_BASE } from './data.ts';
import { Failures } from './failures.tsx';
import { Tokens } from './tokens.tsx';
import '../sso/sso.css';
import './provisioning.css';

export function ProvisioningSection() {
  return (
    <AdminSection title="Provisioning (SCIM)">
      {useMay('company.configure') ? (
        <Setup />
      ) : (
        <p className="ll-muted">Only people who may configure your company can see and change provisioning.</p>
      )}
    </AdminSection>
  );
}

function Setup() {
  const query = useQuery(provisioningQuery);
  const offline = useOffline();
  const setup = query.data;
  if (!setup) {
    if (offline) return <p className="ll-muted">Seeing provisioning needs a connection.</p>;
    if (query.isError) return <LoadError query={query} />;
    return <SkeletonRows label="provisioning" rows={4} size={40} />;
  }
  return (
    <>
      <p className="ll-muted">
        Your identity provider can make accounts, keep profiles and groups up to date, and switch off who leaves. Roles
        stay with you. How people sign in is set under{' '}
        <Link to="/admin/sso" className="ll-link">
          Sign-in & SSO
        </Link>
        .
      </p>
      {offline ? <p className="ll-meta">Changing it needs a connection.</p> : null}
      <section aria-labelledby="provisioning-address" className="ll-settings-part">
        <h2 id="provisioning-address" className="ll-section">
          Your provider
        </h2>
        <Copied label="Base address" value={setup.base_url ?? location.origin + SCIM_BASE} />
        <p className="ll-meta">
          Enter this at your provider as the SCIM 2.0 address, with a token from below. {lastHeard(setup)}
        </p>
      </section>
      <Tokens tokens={setup.tokens} offline={offline} />
      <Failures failures={setup.failures} />
    </>
  );
}

function lastHeard({ tokens }: Provisioning): string {
  const times = tokens.flatMap(({ last_used_at }) => last_used_at ?? []);
  const last = times.toSorted().at(-1);
  return last ? `It last called on ${dateAndTime(last)}.` : 'It has not called yet.';
}
