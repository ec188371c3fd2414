// 'Update in Progress': a part of the app could not be fetched (specification, sections 2 and 4; texts verbatim).
import { RotateCw } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { busy, unsavedForms } from '#src/offline/device/busy.ts';
import { newBuild } from '../update/chunk-error.ts';
import { forgetRetries, MAX_RETRIES, nextRetry, retriesOf } from '../update/retries.ts';
import { SystemButton, SystemScreen } from './system-screen.tsx';

export const COUNTDOWN_S = 5;

type Phase = 'counting' | 'retrying' | 'reloading' | 'offline';

export interface UpdateScreenProps {
  error: Error;
  /** Renders what failed again, loading it anew. */
  reset: () => void;
}

export function UpdateScreen({ error, reset }: UpdateScreenProps) {
  const part = error.message;
  const [phase, setPhase] = useState<Phase>('counting');
  const reload = () => {
    setPhase('reloading');
    newBuild()
      .then(async ({ reloadIntoNewBuild }) => (await reloadIntoNewBuild()) || setPhase('offline'))
      // Where even this cannot be had, the page is all that can be asked for again.
      .catch(() => location.reload());
  };
  const { left, pause, resume } = useCountdown(phase === 'counting', reload);
  useWhenOnline(phase === 'offline', reload);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const tryAgain = () => {
    const delay = nextRetry(part);
    if (delay === undefined) return reload();
    setPhase('retrying');
    timer.current = setTimeout(reset, delay);
  };
  const manualRetry = () => {
    // The way on where the countdown stands: the browser asks before anything is lost.
    if (busy.count || unsavedForms.size) return reload();
    forgetRetries(part);
    reset();
  };
  const canTry = phase !== 'retrying' && phase !== 'reloading' && retriesOf(part) < MAX_RETRIES;
  return (
    <SystemScreen role="alert" title="Update in Progress" art={<Ring left={phase === 'counting' ? left : 0} />}>
      <p>{phaseText(phase, left)}</p>
      <p className="sys-spoken" role="status">
        {phase === 'counting' && (left === COUNTDOWN_S || left === 1) ? `The page reloads by itself, ${left}` : ''}
      </p>
      <div className="sys-card">
        <strong>{error.name}</strong>
        <code>{error.message}</code>
      </div>
      <div className="sys-actions" onFocus={pause} onBlur={resume}>
        {canTry ? (
          <SystemButton primary onClick={tryAgain}>
            <RotateCw aria-hidden="true" />
            Try Again
          </SystemButton>
        ) : null}
        <SystemButton onClick={manualRetry}>Manual Retry</SystemButton>
      </div>
    </SystemScreen>
  );
}

function phaseText(phase: Phase, left: number): string {
  if (phase === 'retrying') return 'Trying again…';
  if (phase === 'reloading') return 'Reloading…';
  // Reloading without the server would only bring the same gap back, so it waits.
  if (phase === 'offline') return 'Connectivity issue. It goes on by itself when the server can be reached.';
  return `Auto reload in ${left} seconds`;
}

/** Counts down to zero and calls back once. Stands still while a button has focus (time limits must be stoppable), and while
 * files are on their way or something is begun that only this page has. */
function useCountdown(running: boolean, onEnd: () => void) {
  const [left, setLeft] = useState(COUNTDOWN_S);
  const [held, setHeld] = useState(false);
  const end = useRef(onEnd);
  useEffect(() => {
    end.current = onEnd;
  });
  const { count } = useSnapshot(busy);
  const ticking = running && !held && !count && left > 0;
  useEffect(() => {
    if (!ticking) return;
    const interval = setInterval(() => unsavedForms.size || setLeft((seconds) => seconds - 1), 1000);
    return () => clearInterval(interval);
  }, [ticking]);
  const over = running && left <= 0;
  useEffect(() => {
    if (over) end.current();
  }, [over]);
  return { left, pause: () => setHeld(true), resume: () => setHeld(false) };
}

const AGAIN_MS = 15_000;

/** Calls back when the browser says that it is online, and from time to time because it does not always know. */
function useWhenOnline(waiting: boolean, onOnline: () => void) {
  const call = useRef(onOnline);
  useEffect(() => {
    call.current = onOnline;
  });
  useEffect(() => {
    if (!waiting) return;
    const online = () => call.current();
    const interval = setInterval(online, AGAIN_MS);
    addEventListener('online', online);
    return () => {
      clearInterval(interval);
      removeEventListener('online', online);
    };
  }, [waiting]);
}

function Ring({ left }: { left: number }) {
  const length = 2 * Math.PI * 58;
  const shown = (left / COUNTDOWN_S) * length;
  const arc = {
    fill: 'none',
    strokeLinecap: 'round',
    strokeDasharray: `${shown} ${length}`,
    transform: 'rotate(-90 64 64)',
  } as const;
  return (
    <div className="sys-count" aria-hidden="true">
      <svg width="128" height="128" viewBox="0 0 128 128">
        <circle cx="64" cy="64" r="58" fill="var(--sys-sheet)" stroke="var(--sys-track)" strokeWidth="10" />
        {left > 0 ? (
          <>
            <circle cx="64" cy="64" r="58" stroke="var(--sys-text)" strokeWidth="10" {...arc} />
            <circle cx="64" cy="64" r="58" stroke="var(--sys-spot)" strokeWidth="5" {...arc} />
          </>
        ) : null}
      </svg>
      <span>{left}</span>
    </div>
  );
}
