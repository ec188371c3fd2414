// While a voice is being recorded: how long, how loud, and the ways to end it.
import { Square, Trash2 } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { attachmentLimits, clockOf } from '#contract/chat/attachment.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { IconButton } from '#src/kit/ui/controls/icon-button.tsx';
import { useUnsaved } from '#src/kit/ui/form/unsaved.ts';
import { type Chosen, recorded } from './chosen.ts';
import { type Recording, startRecording } from './recording.ts';

export interface RecorderProps {
  /** What was recorded; undefined if nothing was, or it was cancelled. */
  onEnd: (voice?: Chosen) => void;
  onProblem: (text: string) => void;
}

const BARS = 48;
const FRAME_MS = 80;

const problems: Readonly<Record<string, string>> = {
  NotAllowedError: 'The microphone is off for this site. Allow it in the browser’s settings to record.',
  NotFoundError: 'There is no microphone on this device.',
};

const LOST = 'The microphone went away, and the recording ended.';

export function Recorder({ onEnd, onProblem }: RecorderProps): ReactNode {
  /** Null once it has ended: by a press, a microphone that went away, or its time, whichever came first. */
  const recording = useRef<Recording | null>(undefined);
  const [levels, setLevels] = useState<readonly number[]>([]);
  const [elapsed, setElapsed] = useState<number>();
  const finish = async (problem?: string) => {
    const one = recording.current;
    if (one === null) return;
    recording.current = null;
    const found = await one?.stop();
    if (problem) onProblem(problem);
    onEnd(found && recorded(found.blob, found.duration, found.waveform));
  };
  const cancel = () => {
    recording.current?.cancel();
    recording.current = null;
    onEnd();
  };
  const ends = useEffectEvent(finish);
  useEffect(() => {
    let gone = false;
    let timer: ReturnType<typeof setInterval> | undefined;
    const look = (one: Recording) => {
      setElapsed(one.elapsed());
      setLevels((before) => [...before.slice(1 - BARS), one.level()]);
    };
    startRecording().then(
      (one) => {
        if (gone) return one.cancel();
        recording.current = one;
        setElapsed(0);
        timer = setInterval(() => look(one), FRAME_MS);
        void one.over.then(() => ends(LOST));
      },
      (error: Error) => {
        if (!gone) void ends(problems[error.name] ?? 'The microphone cannot be used now.');
      },
    );
    return () => {
      gone = true;
      clearInterval(timer);
      // Whoever goes to another conversation has not thrown it away: it lies in this one's tray.
      if (recording.current) void ends();
    };
  }, []);
  useUnsaved(elapsed !== undefined);
  const over = (elapsed ?? 0) >= attachmentLimits.duration;
  useEffect(() => {
    if (over) void ends();
  }, [over]);
  return (
    <div className="ll-recorder" role="group" aria-label="Recording">
      <IconButton icon={Trash2} label="Cancel recording" size="small" onClick={cancel} />
      <span className="ll-recorder-light" aria-hidden="true" />
      <span className="ll-digits" role="timer" aria-label="Recorded">
        {elapsed === undefined ? 'Waiting for the microphone…' : clockOf(elapsed)}
      </span>
      <span className="ll-recorder-level" role="img" aria-label="Level">
        {levels.map((level, at) => (
          <span key={at} style={{ height: `${12 + level * 88}%` }} />
        ))}
      </span>
      <Button kind="ink" size="small" autoFocus onClick={() => void finish()}>
        <Square size={14} fill="currentColor" aria-hidden="true" />
        Stop
      </Button>
    </div>
  );
}
