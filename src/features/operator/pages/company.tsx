// One company: its figures, how much it is used, its modules, and pausing it.
import { useQuery } from '@tanstack/react-query';
import { Pause, Play } from 'lucide-react';
import { useState } from 'react';
import type { ModuleName } from '#contract/company.ts';
import type { ResponseOf } from '#contract/kernel/endpoint.ts';
import type { getCompany, getUsage, OperatedCompany } from '#contract/operator/companies.ts';
import { errorText } from '#src/api/error-text.ts';
import { moduleLabels } from '#src/kit/company/module-names.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { Switch } from '#src/kit/ui/controls/check.tsx';
import { ErrorNote } from '#src/kit/ui/feedback/error-card.tsx';
import { dateAndTime } from '#src/kit/ui/format/dates.ts';
import { fileSize } from '#src/kit/ui/format/file-size.ts';
import { PageHeader } from '#src/kit/ui/layout/page.tsx';
import { ConfirmDialog } from '#src/kit/ui/overlay/confirm-dialog.tsx';
import { companyQuery, setModule, setStanding, usageQuery } from '../data.ts';
import { operatorTexts } from '../messages.ts';
import { Ago, Figures, number } from '../parts/figures.tsx';
import { OperatorLink } from '../parts/link.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Standing } from './companies.tsx';

export function Company({ company_id }: { company_id: string }) {
  const query = useQuery(companyQuery(company_id));
  return (
    <>
      <p className="op-up">
        <OperatorLink at="companies">All companies</OperatorLink>
      </p>
      <PageHeader
        title={query.data?.company.company_name ?? 'Company'}
        beside={query.data ? <Standing status={query.data.company.status} /> : null}
        actions={query.data ? <Pausing company={query.data.company} /> : null}
      />
      <Loaded query={query} label="the company">
        {(data) => <Inside {...data} />}
      </Loaded>
    </>
  );
}

function Inside({ company, modules }: ResponseOf<typeof getCompany>) {
  const usage = useQuery(usageQuery(company.company_id));
  return (
    <>
      <Figures
        items={[
          ['People', number(company.people)],
          ['Messages', number(company.messages)],
          ['Files', fileSize(company.storage)],
          ['Last active', <Ago key="active" at={company.active_at} />],
          ['Opened', dateAndTime(company.created_at)],
        ]}
      />
      <section aria-labelledby="op-usage">
        <h2 id="op-usage" className="ll-section">
          Usage
        </h2>
        <Loaded query={usage} label="the usage">
          {(data) => <Usage {...data} />}
        </Loaded>
      </section>
      <section aria-labelledby="op-modules">
        <h2 id="op-modules" className="ll-section">
          Modules
        </h2>
        <p className="ll-muted">Off: no menu entry and no page, for everybody in the company, at once.</p>
        <Modules company_id={company.company_id} modules={modules} />
      </section>
    </>
  );
}

function Usage({ active, messages }: ResponseOf<typeof getUsage>) {
  const all = messages.reduce((sum, { count }) => sum + count, 0);
  return (
    <>
      <Figures
        items={[
          ['There within a day', number(active.day)],
          ['Within 7 days', number(active.week)],
          ['Within 30 days', number(active.month)],
          ['Messages in 30 days', number(all)],
        ]}
      />
      {all ? <Bars messages={messages} /> : null}
    </>
  );
}

function Bars({ messages }: Pick<ResponseOf<typeof getUsage>, 'messages'>) {
  const most = Math.max(...messages.map(({ count }) => count));
  return (
    <div
      className="op-bars"
      role="img"
      aria-label={`Messages of each of the last 30 days: ${messages.map(({ count }) => count).join(', ')}`}
    >
      {messages.map(({ day, count }) => (
        <span key={day} title={`${day}: ${number(count)}`} style={{ blockSize: `${(count / most) * 100}%` }} />
      ))}
    </div>
  );
}

function Modules({ company_id, modules }: Pick<ResponseOf<typeof getCompany>, 'modules'> & { company_id: string }) {
  const [error, setError] = useState<string>();
  const change = async (name: string, on: boolean) => {
    setError(undefined);
    await setModule(company_id, name, on).catch((thrown: unknown) => setError(errorText(thrown, operatorTexts)));
  };
  return (
    <div className="op-switches">
      {error ? <ErrorNote text={error} /> : null}
      {Object.entries(modules).map(([name, on]) => (
        <Switch
          key={name}
          label={moduleLabels[name as ModuleName] ?? name}
          checked={on}
          onChange={(event) => void change(name, event.target.checked)}
        />
      ))}
    </div>
  );
}

function Pausing({ company }: { company: OperatedCompany }) {
  const { company_id, company_name, status } = company;
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const run = async (standing: 'suspend' | 'resume') => {
    setBusy(true);
    setError(undefined);
    await setStanding(company_id, standing).catch((thrown: unknown) => setError(errorText(thrown, operatorTexts)));
    setBusy(false);
    setAsking(false);
  };
  return (
    <>
      {error ? <ErrorNote text={error} /> : null}
      {status === 'ACTIVE' ? (
        <Button icon={Pause} onClick={() => setAsking(true)}>
          Suspend
        </Button>
      ) : (
        <Button icon={Play} busy={busy && 'Resuming…'} onClick={() => void run('resume')}>
          Resume
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        title={`Suspend ${company_name}?`}
        action="Suspend"
        danger
        typed={company_name}
        busy={busy && 'Suspending…'}
        onConfirm={() => void run('suspend')}
        onCancel={() => setAsking(false)}
      >
        {number(company.people)} people are shut out at once. Nothing is deleted, and what they have not sent yet waits
        on their devices until you resume.
      </ConfirmDialog>
    </>
  );
}
