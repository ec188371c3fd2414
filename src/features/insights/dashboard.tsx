// The dashboard: figures, charts, the way from invited to reached, departments. Numbers alone, and none of a few people.
import { useQuery } from '@tanstack/react-query';
import { ChartColumn, Download, ShieldCheck } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { errorText } from '#src/api/error-text.ts';
import { ChartCard } from '#src/kit/charts/figure.tsx';
import { Steps } from '#src/kit/charts/steps.tsx';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { Segments } from '#src/kit/ui/controls/segments.tsx';
import { saveFile } from '#src/kit/ui/export/save-file.ts';
import { EmptyState } from '#src/kit/ui/feedback/empty-state.tsx';
import { ErrorCard, ErrorNote } from '#src/kit/ui/feedback/error-card.tsx';
import { Skeleton, SkeletonBox } from '#src/kit/ui/feedback/skeleton.tsx';
import { relativeTime } from '#src/kit/ui/format/relative-time.ts';
import { useNow } from '#src/kit/ui/hooks/use-now.ts';
import { BackLink, Page } from '#src/kit/ui/layout/page.tsx';
import { useMay, useOffline } from '#src/realtime/hooks.ts';
import { MessageChart, PeopleChart, stepsOf } from './charts.tsx';
import { type Dashboard, dashboardQuery, exportDashboard, type Range } from './data.ts';
import { Departments } from './departments.tsx';
import { Tiles } from './tiles.tsx';
import { rangeOptions } from './words.ts';
import './insights.css';

interface DashboardProps {
  days: Range;
  onDays: (days: Range) => void;
}

export function DashboardPage({ days, onDays }: DashboardProps) {
  const sees = useMay('insights.view');
  return sees ? (
    <Seen days={days} onDays={onDays} />
  ) : (
    <Frame>
      <p className="ll-muted">Only people who may see the dashboard can open it.</p>
    </Frame>
  );
}

const Frame = ({ actions, children }: { actions?: ReactNode; children: ReactNode }) => (
  <Page title="Dashboard" back={<BackLink to="/admin">Admin</BackLink>} actions={actions}>
    <div className="ll-insights">{children}</div>
  </Page>
);

function Seen({ days, onDays }: DashboardProps) {
  const offline = useOffline();
  const query = useQuery(dashboardQuery(days));
  const { taking, error, take } = useExport(days);
  const { data } = query;
  const actions = (
    <Button
      icon={Download}
      disabled={offline || !data || data.too_few}
      busy={taking && 'Exporting…'}
      onClick={() => void take()}
    >
      Export
    </Button>
  );
  return (
    <Frame actions={actions}>
      <div className="ll-insights-range">
        <Segments label="How far back" options={rangeOptions} value={days} onChange={onDays} />
      </div>
      {error ? <ErrorNote text={error} /> : null}
      {data ? (
        <>
          {offline ? <Copy at={query.dataUpdatedAt} other={query.isPlaceholderData} /> : null}
          <Shown dashboard={data} days={query.isPlaceholderData ? rangeOf(data) : days} />
        </>
      ) : (
        <Awaited
          offline={offline}
          failed={query.isError}
          retrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      )}
    </Frame>
  );
}

/** While another range is on its way what is shown is still called by its own. */
const rangeOf = ({ series }: Dashboard): Range =>
  rangeOptions.find(({ value }) => Number(value) === series.length)?.value ?? '30';

function useExport(days: Range) {
  const [taking, setTaking] = useState(false);
  const [error, setError] = useState<string>();
  const take = async () => {
    setTaking(true);
    setError(undefined);
    try {
      saveFile(await exportDashboard(days));
    } catch (thrown) {
      setError(errorText(thrown));
    }
    setTaking(false);
  };
  return { taking, error, take };
}

/** `other`: this range was never seen on this device. */
function Copy({ at, other }: { at: number; other: boolean }) {
  const age = relativeTime(at, useNow());
  return (
    <p className="ll-meta" role="status">
      {other
        ? 'Seeing these days needs a connection.'
        : `Showing a copy from ${age === 'Just now' ? 'just now' : age}. Seeing what came since needs a connection.`}
    </p>
  );
}

interface AwaitedProps {
  offline: boolean;
  failed: boolean;
  retrying: boolean;
  onRetry: () => void;
}

/** In the sizes of what comes. */
function Awaited({ offline, failed, retrying, onRetry }: AwaitedProps) {
  if (offline) return <p className="ll-muted">Seeing the dashboard needs a connection.</p>;
  if (failed) return <ErrorCard onRetry={onRetry} retrying={retrying} />;
  return (
    <Skeleton label="the dashboard">
      <div className="ll-insights-tiles" data-count={6}>
        {Array.from({ length: 6 }, (_, n) => (
          <SkeletonBox key={n} shape="box" height={118} />
        ))}
      </div>
      <div className="ll-insights-grid">
        {Array.from({ length: 4 }, (_, n) => (
          <SkeletonBox key={n} shape="box" height={358} />
        ))}
      </div>
    </Skeleton>
  );
}

function Shown({ dashboard, days }: { dashboard: Dashboard; days: Range }) {
  const { too_few, chat, series, adoption, departments, time_zone } = dashboard;
  if (too_few)
    return (
      <EmptyState
        icon={ChartColumn}
        title="Too few people to show."
        text="The dashboard begins with five people, so that no number tells of anybody alone."
      />
    );
  return (
    <>
      <Tiles dashboard={dashboard} days={days} />
      <div className="ll-insights-grid">
        <PeopleChart series={series} chat={chat} />
        {chat ? <MessageChart series={series} /> : null}
        {adoption ? (
          <ChartCard title="From invited to reached">
            <Steps steps={stepsOf(adoption)} />
          </ChartCard>
        ) : null}
        {departments.length > 1 ? (
          <ChartCard title="By department" beside={<span className="ll-meta">last 30 days</span>}>
            <Departments departments={departments} chat={chat} />
          </ChartCard>
        ) : null}
      </div>
      <div className="ll-notice ll-insights-note">
        <ShieldCheck size={18} strokeWidth={1.9} aria-hidden="true" />
        <p>
          Only numbers, never who. Groups of fewer than 5 people are not shown, nor is the next smallest, so that nobody
          can be worked out. What people write is never read for this; deleted messages count on the day they were sent.
        </p>
      </div>
      <p className="ll-meta">{`Days begin at midnight in ${time_zone.replaceAll('_', ' ')}. Figures are a few minutes old.`}</p>
    </>
  );
}
