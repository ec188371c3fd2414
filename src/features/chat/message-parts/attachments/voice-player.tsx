// Plays a sound: a voice message with its waveform, any other along a line. One at a time.
import { Pause, Play } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type Attachment, attachmentLimits, clockOf } from '#contract/chat/attachment.ts';
import { useClient } from '#src/realtime/hooks.ts';
import { nextSpeed, speedOf, takeTurn, UNPLAYABLE } from './playing.ts';
import { missing } from './save.ts';
import { load } from './sources.ts';

export interface VoicePlayerProps {
  file: Attachment;
}

/** What is drawn of a sound whose waveform nobody knows. */
const FLAT = Array.from({ length: 40 }, () => 4);

export function VoicePlayer({ file }: VoicePlayerProps): ReactNode {
  const { account } = useClient();
  const audio = useRef<HTMLAudioElement>(null);
  const [url, setUrl] = useState<string>();
  const [at, setAt] = useState(0);
  const [known, setKnown] = useState(file.duration);
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(1);
  const [problem, setProblem] = useState<string>();
  const total = Math.max(known ?? 0, at);
  const wanted = useRef(0);
  useEffect(() => () => audio.current?.pause(), []);

  const toggle = async () => {
    if (playing) return audio.current?.pause();
    setProblem(undefined);
    try {
      const next = url ?? (await load(account, file));
      setUrl(next);
      const element = audio.current;
      if (!element) return;
      if (element.src !== next) element.src = next;
      takeTurn(element);
      element.playbackRate = speedOf();
      setSpeed(speedOf());
      if (wanted.current) element.currentTime = wanted.current / 1000;
      wanted.current = 0;
      await element.play();
    } catch (error) {
      const { name } = error as Error;
      if (name !== 'AbortError')
        setProblem(
          name === 'FileGone' || name === 'ApiError'
            ? missing.gone
            : name === 'NetworkError'
              ? missing.away
              : UNPLAYABLE,
        );
    }
  };
  const seek = (to: number) => {
    setAt(to);
    if (url && audio.current) audio.current.currentTime = to / 1000;
    else wanted.current = to;
  };
  const waves = file.waveform?.length ? file.waveform : FLAT;
  const share = total ? at / total : 0;
  return (
    <div className="ll-voice" data-playing={playing ? '' : undefined}>
      <button
        type="button"
        className="ll-voice-play"
        aria-label={`${playing ? 'Pause' : 'Play'} ${file.waveform ? 'voice message' : file.name}`}
        onClick={() => void toggle()}
      >
        {playing ? (
          <Pause size={18} fill="currentColor" aria-hidden="true" />
        ) : (
          <Play size={18} fill="currentColor" aria-hidden="true" />
        )}
      </button>
      <span className="ll-voice-line">
        <svg
          className="ll-voice-waves"
          viewBox={`0 0 ${waves.length * 4} 32`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          {waves.map((wave, index) => {
            const height = 3 + (wave / attachmentLimits.wave) * 25;
            const past = (index + 0.5) / waves.length <= share;
            return (
              <rect
                key={index}
                x={index * 4 + 0.7}
                y={16 - height / 2}
                width={2.6}
                height={height}
                rx={1.3}
                data-past={past ? '' : undefined}
              />
            );
          })}
        </svg>
        <input
          type="range"
          min={0}
          max={Math.max(total, 1)}
          step={100}
          value={at}
          aria-label="Position"
          aria-valuetext={`${clockOf(at)} of ${clockOf(total)}`}
          onChange={({ currentTarget }) => seek(Number(currentTarget.value))}
        />
      </span>
      <span className="ll-voice-time ll-digits">{clockOf(playing || at ? at : total)}</span>
      <button
        type="button"
        className="ll-voice-speed ll-digits"
        aria-label={`Speed ${speed}×`}
        onClick={() => {
          const next = nextSpeed();
          setSpeed(next);
          if (audio.current) audio.current.playbackRate = next;
        }}
      >
        {`${speed}×`}
      </button>
      {problem ? (
        <span className="ll-voice-problem" role="alert">
          {problem}
        </span>
      ) : null}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- what colleagues say to each other has none */}
      <audio
        ref={audio}
        preload="none"
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onEnded={() => setAt(0)}
        onTimeUpdate={({ currentTarget }) => setAt(Math.round(currentTarget.currentTime * 1000))}
        onDurationChange={({ currentTarget: { duration } }) =>
          Number.isFinite(duration) && setKnown(Math.round(duration * 1000))
        }
      />
    </div>
  );
}
