// While a voice is being recorded: how long, how loud, and the ways to end it.
import { Square, Trash2 } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { attachmentLimits, clockOf } from '#contract/chat/attachment.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { IconButton } from '#src/kit/ui/controls/icon-button.tsx';
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

export function Recorder({ onEnd, onProblem }: RecorderProps): ReactNode {
  const recording = useRef<Recording>(undefined);
  const [levels, setLevels] = useState<readonly number[]>([]);
  const [elapsed, setElapsed] = useState<number>();
  const told = useRef({ onEnd, onProblem });
  useEffect(() => {
    told.current = { onEnd, onProblem };
  });
  const finish = async () => {
    const found = await recording.current?.stop();
    recording.current = undefined;
    told.current.onEnd(found && recorded(found.blob, found.duration, found.waveform));
  };
  useEffect(() => {
    let ended = false;
    let timer: ReturnType<typeof setInterval> | undefined;
    const look = (one: Recording) => {
      setElapsed(one.elapsed());
      setLevels((before) => [...before.slice(1 - BARS), one.level()]);
    };
    startRecording().then(
      (one) => {
        if (ended) return one.cancel();
        recording.current = one;
        setElapsed(0);
        timer = setInterval(() => look(one), FRAME_MS);
      },
      (error: Error) => {
        if (ended) return;
        told.current.onProblem(problems[error.name] ?? 'The microphone cannot be used now.');
        told.current.onEnd();
      },
    );
    return () => {
      ended = true;
      clearInterval(timer);
      recording.current?.cancel();
    };
  }, []);
  const over = (elapsed ?? 0) >= attachmentLimits.duration;
  const finishing = useRef(finish);
  useEffect(() => {
    finishing.current = finish;
  });
  useEffect(() => {
    if (over) void finishing.current();
  }, [over]);
  return (
    <div className="ll-recorder" role="group" aria-label="Recording">
      <IconButton icon={Trash2} label="Cancel recording" size="small" onClick={() => onEnd()} />
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
