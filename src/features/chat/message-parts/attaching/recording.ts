// Records a voice with the browser's own recorder, and how loud it is as it goes.
import { attachmentLimits } from '#contract/chat/attachment.ts';

export interface Recording {
  /** Milliseconds so far. */
  elapsed(): number;
  /** How loud it is now, from 0 to 1. */
  level(): number;
  /** Resolves once it is over, by whoever ended it: also when the microphone is pulled out, or not allowed any more. */
  readonly over: Promise<void>;
  /** Ends it, if it is not over. Undefined if nothing was recorded. */
  stop(): Promise<{ blob: Blob; duration: number; waveform: number[] } | undefined>;
  /** Ends it and forgets it. */
  cancel(): void;
}

/** In the order of what takes the least room; Safari records none but the second. */
const types = ['audio/webm;codecs=opus', 'audio/mp4', 'audio/ogg;codecs=opus'];
const SAMPLE_MS = 50;
/** A quiet room, and somebody close to the microphone. */
const LOUDNESS = { floor: 0.008, full: 0.3 };
/** Shorter is a slip of the finger. */
const LEAST_MS = 400;

/** Rejects with NotAllowedError if the person or the browser forbids it, NotFoundError without a microphone. */
export async function startRecording(): Promise<Recording> {
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: { echoCancellation: true, noiseSuppression: true },
  });
  try {
    return record(stream);
  } catch (error) {
    release(stream);
    throw error;
  }
}

/** The browser says that it listens for as long as one is held. */
const release = (stream: MediaStream) => {
  for (const track of stream.getTracks()) track.stop();
};

function record(stream: MediaStream): Recording {
  const mimeType = types.find((type) => MediaRecorder.isTypeSupported(type));
  const recorder = new MediaRecorder(stream, { ...(mimeType && { mimeType }), audioBitsPerSecond: 32_000 });
  const parts: Blob[] = [];
  recorder.addEventListener('dataavailable', ({ data }) => parts.push(data));
  recorder.start(1000);

  const context = new AudioContext();
  const analyser = new AnalyserNode(context, { fftSize: 1024 });
  const wave = new Float32Array(analyser.fftSize);
  const levels: number[] = [];
  const sample = () => {
    analyser.getFloatTimeDomainData(wave);
    levels.push(loudness(wave));
  };
  const timer = setInterval(sample, SAMPLE_MS);
  const began = performance.now();
  let ended: number | undefined;
  const end = () => {
    ended ??= performance.now();
    if (recorder.state !== 'inactive') recorder.stop();
  };
  const over = new Promise<void>((done) => {
    // Without a microphone the recorder stops by itself: this is the one place that all ways lead to.
    recorder.addEventListener('stop', () => {
      end();
      clearInterval(timer);
      release(stream);
      void context.close();
      done();
    });
  });
  // Last: were it refused, all that runs by now ends with the microphone.
  context.createMediaStreamSource(stream).connect(analyser);

  const elapsed = () => Math.min((ended ?? performance.now()) - began, attachmentLimits.duration);
  return {
    elapsed,
    level: () => levels.at(-1) ?? 0,
    over,
    stop: async () => {
      end();
      await over;
      const duration = Math.round(elapsed());
      const blob = new Blob(parts, { type: recorder.mimeType });
      return blob.size && duration >= LEAST_MS ? { blob, duration, waveform: wavesOf(levels) } : undefined;
    },
    cancel: end,
  };
}

/** The root mean square, as ears hear it: from 0 to 1. */
function loudness(wave: Float32Array): number {
  let sum = 0;
  for (const value of wave) sum += value * value;
  const level = (Math.sqrt(sum / wave.length) - LOUDNESS.floor) / (LOUDNESS.full - LOUDNESS.floor);
  return Math.sqrt(Math.min(1, Math.max(0, level)));
}

/** As many bars as are drawn at most, each as loud as the loudest of its time. */
export function wavesOf(levels: readonly number[]): number[] {
  const count = Math.min(attachmentLimits.waves, Math.max(1, levels.length));
  return Array.from({ length: count }, (_, at) => {
    const part = levels.slice(Math.floor((at * levels.length) / count), Math.floor(((at + 1) * levels.length) / count));
    return Math.round(Math.max(0, ...part) * attachmentLimits.wave);
  });
}
