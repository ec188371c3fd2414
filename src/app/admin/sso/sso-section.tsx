// Signing in with the company's own provider (OpenID Connect), for who may configure the company.
import { useQuery } from '@tanstack/react-query';
import { SkeletonRows } from '#src/kit/ui/feedback/skeleton.tsx';
import { LoadError } from '#src/kit/ui/layout/load-error.tsx';
import { useMay, useOffline } from '#src/realtime/hooks.ts';
import { AdminSection } from '../admin-section.tsx';
import { ssoQuery } from './data.ts';
import { Demand } from './demand.tsx';
import { Domains } from './domains.tsx';
import { Provider } from './provider.tsx';
import './sso.css';

export function SsoSection() {
  return (
    <AdminSection title="Sign-in & SSO">
      {useMay('company.configure') ? (
        <Setup />
      ) : (
        <p className="ll-muted">Only people who may configure your company can see and change how people sign in.</p>
      )}
    </AdminSection>
  );
}

function Setup() {
  const query = useQuery(ssoQuery);
  const offline = useOffline();
  const setup = query.data;
  if (!setup) {
    if (offline) return <p className="ll-muted">Seeing how people sign in needs a connection.</p>;
    if (query.isError) return <LoadError query={query} />;
    return <SkeletonRows label="the sign-on" rows={5} size={40} />;
  }
  return (
    <>
      <p className="ll-muted">
        Colleagues can sign in with the account that they have at your company already, by OpenID Connect. Their
        password here goes on working.
      </p>
      {offline ? <p className="ll-meta">Changing it needs a connection.</p> : null}
      <Provider setup={setup} offline={offline} />
      <Domains domains={setup.domains} offline={offline} />
      <Demand offline={offline} />
    </>
  );
}
