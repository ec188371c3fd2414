// The page of the chart: who reports to whom, from the top; on phones an indented list.
import { Link, useNavigate } from '@tanstack/react-router';
import { LocateFixed, Maximize, Minus, Network, Plus } from 'lucide-react';
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { IconButton } from '#src/kit/ui/controls/icon-button.tsx';
import { EmptyState } from '#src/kit/ui/feedback/empty-state.tsx';
import { ErrorCard } from '#src/kit/ui/feedback/error-card.tsx';
import { SkeletonRows } from '#src/kit/ui/feedback/skeleton.tsx';
import { savedCopy } from '#src/kit/ui/format/saved-copy.ts';
import { useMediaRange } from '#src/kit/ui/hooks/media-range.ts';
import { useNow } from '#src/kit/ui/hooks/use-now.ts';
import { BackLink, PageHeader } from '#src/kit/ui/layout/page.tsx';
import { app } from '#src/realtime/app.ts';
import { useOffline } from '#src/realtime/hooks.ts';
import { useFollowCompany } from '../../admin/follow.ts';
import { useMayManage } from '../../reach/may-manage.ts';
import { ViewChoice } from '../directory/view-choice.tsx';
import { chartKey, useAround, useLevel, useReadAt } from './data.ts';
import { Jump } from './jump.tsx';
import { keyInTree } from './keys.ts';
import { Level, type Shown } from './level.tsx';
import { useOpen } from './use-open.ts';
import { useZoom, type Zoom } from './use-zoom.ts';
import './chart.css';

interface OrgChartProps {
  /** Whom it is about; nobody in particular if undefined. */
  at: string | undefined;
  onAt: (employee_id: string) => void;
}

export function OrgChart({ at, onAt }: OrgChartProps) {
  useFollowCompany(chartKey);
  const box = useRef<HTMLDivElement>(null);
  const list = useMediaRange().mobile;
  const { current } = useSnapshot(app.session.state);
  const top = useLevel(null);
  const offline = useOffline();
  const first = top.data?.pages[0];
  const placed = first !== undefined && first.all > first.direct;
  // The window of the drawing is there only once there is something to draw.
  const zoom = useZoom(box, placed && !list);
  const wanted = useRef<string>(undefined);
  const show = useCallback((employee_id: string, card: HTMLElement) => {
    card.scrollIntoView({ block: 'center', inline: 'center' });
    if (wanted.current !== employee_id) return;
    wanted.current = undefined;
    card.focus({ preventScroll: true });
  }, []);
  const go = (employee_id: string) => {
    wanted.current = employee_id;
    onAt(employee_id);
    const card = box.current?.querySelector<HTMLElement>(`[data-id='${employee_id}']`);
    if (card) show(employee_id, card);
  };
  return (
    <div className="ll-page-inner ll-chart-page" data-measure="page">
      <PageHeader title="Org chart" back={<BackLink to="/people">People</BackLink>} actions={<ViewChoice />} />
      {placed ? <Tools zoom={zoom} onJump={go} onMe={() => current && go(current.employee_id)} /> : null}
      {offline && first ? <SavedCopy /> : null}
      {first ? (
        placed ? (
          <div ref={box} className="ll-chart" data-scroller="">
            <Tree {...{ at, zoom, list, offline, show }} />
          </div>
        ) : (
          <Nobody />
        )
      ) : (
        <Awaited query={top} offline={offline} />
      )}
    </div>
  );
}

interface ToolsProps {
  zoom: Zoom;
  onJump: (employee_id: string) => void;
  onMe: () => void;
}

const Tools = ({ zoom, onJump, onMe }: ToolsProps) => (
  <div className="ll-chart-tools">
    <Jump onChoose={onJump} />
    <Button icon={LocateFixed} onClick={onMe}>
      Find me
    </Button>
    <div className="ll-chart-zoom" role="group" aria-label="Zoom">
      <IconButton icon={Minus} label="Smaller" keys="-" onClick={zoom.smaller} />
      <span className="ll-digits ll-chart-percent">{`${Math.round(zoom.zoom * 100)} %`}</span>
      <IconButton icon={Plus} label="Larger" keys="+" onClick={zoom.larger} />
      <Button kind="ghost" icon={Maximize} onClick={zoom.fit}>
        Fit
      </Button>
    </div>
  </div>
);

interface TreeProps {
  at: string | undefined;
  zoom: Zoom;
  list: boolean;
  offline: boolean;
  show: Shown['onThere'];
}

function Tree({ at, zoom, list, offline, show }: TreeProps) {
  const navigate = useNavigate();
  const around = useAround(at);
  const { open, toggle, path } = useOpen(at, around.managers);
  const [visited, setVisited] = useState<string>();
  const first = useLevel(null).data?.pages[0]?.items[0]?.person.employee_id;
  const current = visited ?? (around.entry ? at : undefined) ?? first;
  const shown: Shown = useMemo(
    () => ({ open, toggle, path, at, current, onCurrent: setVisited, onThere: show, offline }),
    [open, toggle, path, at, current, show, offline],
  );
  const enter = (item: HTMLElement) => {
    const employee_id = item.dataset['id'];
    if (employee_id) void navigate({ to: '/profile/$employee_id', params: { employee_id } });
    else item.click();
  };
  const onKeyDown = (event: Parameters<typeof keyInTree>[0]) =>
    keyInTree(event, { toggle, enter, list, larger: zoom.larger, smaller: zoom.smaller });
  return (
    <div className="ll-chart-drawing" style={{ zoom: zoom.zoom }}>
      {around.failed && !offline ? <p className="ll-muted">This person is not in the chart.</p> : null}
      {around.failed && offline ? <p className="ll-muted">Seeing where they are needs a connection.</p> : null}
      <ul role="tree" aria-label="Who reports to whom" className="ll-chart-level" onKeyDown={onKeyDown}>
        <Level of={null} level={1} shown={shown} />
      </ul>
    </div>
  );
}

function SavedCopy() {
  const copy = savedCopy(useReadAt(), useNow());
  return (
    <p className="ll-chart-saved" role="status">
      {copy}
    </p>
  );
}

function Nobody(): ReactNode {
  const manages = useMayManage();
  return (
    <EmptyState
      icon={Network}
      title="Nobody has a manager yet."
      text={
        manages
          ? 'Open a person in Admin, choose whom they report to, and the chart draws itself.'
          : 'The chart is drawn as soon as it is known who reports to whom.'
      }
      action={
        manages ? (
          <Button asChild>
            <Link to="/admin/people">Choose managers</Link>
          </Button>
        ) : undefined
      }
    />
  );
}

function Awaited({ query, offline }: { query: ReturnType<typeof useLevel>; offline: boolean }) {
  if (offline) return <p className="ll-muted">Seeing the chart needs a connection.</p>;
  if (query.isError) return <ErrorCard onRetry={() => void query.refetch()} retrying={query.isFetching} />;
  return <SkeletonRows label="the chart" rows={6} size={40} />;
}
