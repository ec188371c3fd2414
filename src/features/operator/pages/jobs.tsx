// What waits to be done, and what has failed: tried again one by one, or all at once.
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, RotateCw } from 'lucide-react';
import { useState } from 'react';
import type { FailingJob, StoppedJob } from '#contract/operator/running.ts';
import { errorText } from '#src/api/error-text.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { EmptyState } from '#src/kit/ui/feedback/empty-state.tsx';
import { showToast } from '#src/kit/ui/feedback/toast-store.ts';
import { dateAndTime } from '#src/kit/ui/format/dates.ts';
import { PageHeader } from '#src/kit/ui/layout/page.tsx';
import { jobsQuery, retryAll, retryJob } from '../data.ts';
import { operatorTexts } from '../messages.ts';
import { Figures, number } from '../parts/figures.tsx';
import { OperatorLink } from '../parts/link.tsx';
import { Loaded } from '../parts/loaded.tsx';

const names: Readonly<Record<string, string>> = {
  mail: 'Mails',
  push: 'Pushes',
  notification_job: 'Notifications to tell',
  notification_due: 'Notifications due',
  notification_waiting: 'People told later',
  preview_job: 'Link previews',
  scheduled_message: 'Scheduled messages',
  audit_pending: 'Audit lines to chain',
  data_export: 'Exports of one’s own data',
  erased_person: 'People being erased',
  people_import: 'Imports of people',
  finch_fetch: 'Fetching from Finch',
};
const nameOf = (queue: string): string => names[queue] ?? queue;
/** A mail to an operator is no company’s. */
const NO_COMPANY = '00000000-0000-0000-0000-000000000000';
const say = (error: unknown) => showToast({ text: errorText(error, operatorTexts) });

export function Jobs() {
  const query = useQuery(jobsQuery);
  const [busy, setBusy] = useState(false);
  const all = async () => {
    setBusy(true);
    await retryAll().then((count) => showToast({ text: `${number(count)} tried again.` }), say);
    setBusy(false);
  };
  const some = (query.data?.failing.length ?? 0) > 0;
  return (
    <>
      <PageHeader
        title="Jobs"
        actions={
          some ? (
            <Button icon={RotateCw} busy={busy && 'Retrying…'} onClick={() => void all()}>
              Retry all
            </Button>
          ) : null
        }
      />
      <Loaded query={query} label="jobs">
        {({ queues, failing, stopped }) => (
          <>
            <section aria-labelledby="op-waiting">
              <h2 id="op-waiting" className="ll-section">
                Waiting
              </h2>
              <Figures items={queues.map(({ queue, waiting }) => [nameOf(queue), number(waiting)] as const)} />
            </section>
            <section aria-labelledby="op-failing">
              <h2 id="op-failing" className="ll-section">
                Failing
              </h2>
              {failing.length ? (
                <Failing jobs={failing} />
              ) : (
                <EmptyState icon={CircleCheck} level={3} title="Nothing has failed" />
              )}
            </section>
            {stopped.length ? (
              <section aria-labelledby="op-stopped">
                <h2 id="op-stopped" className="ll-section">
                  Given up
                </h2>
                <p className="ll-meta">
                  Not tried again by itself. An import goes on where it stopped; the rest is begun again by the company.
                </p>
                <Stopped jobs={stopped} />
              </section>
            ) : null}
          </>
        )}
      </Loaded>
    </>
  );
}

function Failing({ jobs }: { jobs: readonly FailingJob[] }) {
  return (
    <table className="op-table">
      <caption className="ll-hidden-text">Jobs that have failed, those that have failed most often first</caption>
      <thead>
        <tr>
          <th scope="col">Job</th>
          <th scope="col">Error</th>
          <th scope="col" className="op-number">
            Attempts
          </th>
          <th scope="col">Next attempt</th>
          <th scope="col">Company</th>
          <th scope="col">
            <span className="ll-hidden-text">Retry</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {jobs.map((job) => (
          <tr key={`${job.queue} ${job.job_id}`}>
            <th scope="row">{nameOf(job.queue)}</th>
            <td data-label="Error">
              <code>{job.error_code ?? 'Not known'}</code>
            </td>
            <td data-label="Attempts" className="op-number">
              {number(job.attempts)}
            </td>
            <td data-label="Next attempt">{dateAndTime(job.due_at)}</td>
            <td data-label="Company">
              {job.company_id === NO_COMPANY ? (
                <OperatorLink at="operators">Operators</OperatorLink>
              ) : (
                <OperatorLink at={`companies/${job.company_id}`}>See company</OperatorLink>
              )}
            </td>
            <td>
              <Retry job={job} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Stopped({ jobs }: { jobs: readonly StoppedJob[] }) {
  return (
    <table className="op-table">
      <caption className="ll-hidden-text">Jobs that gave up, the last one first</caption>
      <thead>
        <tr>
          <th scope="col">Job</th>
          <th scope="col">Error</th>
          <th scope="col">Gave up</th>
          <th scope="col">Company</th>
          <th scope="col">
            <span className="ll-hidden-text">Retry</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {jobs.map(({ queue, job_id, company_id, error_code, stopped_at }) => (
          <tr key={`${queue} ${job_id}`}>
            <th scope="row">{nameOf(queue)}</th>
            <td data-label="Error">
              <code>{error_code ?? 'Not known'}</code>
            </td>
            <td data-label="Gave up">{dateAndTime(stopped_at)}</td>
            <td data-label="Company">
              <OperatorLink at={`companies/${company_id}`}>See company</OperatorLink>
            </td>
            <td>{queue === 'people_import' ? <Retry job={{ queue, job_id, company_id }} /> : null}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Retry({ job: { queue, job_id, company_id } }: { job: Parameters<typeof retryJob>[0] }) {
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    await retryJob({ queue, job_id, company_id }).catch(say);
    setBusy(false);
  };
  return (
    <Button size="small" busy={busy && 'Retrying…'} onClick={() => void run()}>
      Retry
    </Button>
  );
}
