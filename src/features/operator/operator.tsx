// The operator's pages: which one an address means, and the sign-in in its place as long as nobody is signed in here.
import { useQuery } from '@tanstack/react-query';
import type { Operator as Me } from '#contract/operator.ts';
import { meQuery } from './data.ts';
import { Frame } from './frame.tsx';
import { Account } from './pages/account.tsx';
import { Companies } from './pages/companies.tsx';
import { Company } from './pages/company.tsx';
import { Health } from './pages/health.tsx';
import { Jobs } from './pages/jobs.tsx';
import { Mails } from './pages/mails.tsx';
import { NewCompany } from './pages/new-company.tsx';
import { Operators } from './pages/operators.tsx';
import { Reset } from './pages/reset.tsx';
import { Setup } from './pages/setup.tsx';
import { SignIn } from './pages/sign-in.tsx';
import { LoadingPart } from './parts/loaded.tsx';
import './operator.css';

/** `at`: the address below /backadmin. */
export function Operator({ at }: { at: string }) {
  if (at === 'setup') return <Setup />;
  if (at === 'reset') return <Reset />;
  return <Inside at={at} />;
}

function Inside({ at }: { at: string }) {
  const me = useQuery(meQuery);
  if (me.data === null) return <SignIn />;
  if (!me.data)
    return (
      <main id="main" className="op-main">
        <title>Operator · Limelight</title>
        <h1 className="ll-hidden-text">Operator</h1>
        <LoadingPart query={me} label="the operator’s pages" />
      </main>
    );
  return <Frame me={me.data}>{pageAt(at, me.data)}</Frame>;
}

function pageAt(at: string, me: Me) {
  const [section = '', one] = at.split('/');
  if (section === 'jobs') return <Jobs />;
  if (section === 'mail') return <Mails />;
  if (section === 'health') return <Health />;
  if (section === 'operators') return <Operators me={me} />;
  if (section === 'account') return <Account me={me} />;
  if (one === 'new') return <NewCompany />;
  return one ? <Company company_id={one} /> : <Companies />;
}
