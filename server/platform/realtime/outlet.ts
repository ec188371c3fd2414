// Getting frames out to many sockets at once: everything of one turn of the event loop leaves in one write per socket.
// One frame a system call costs twenty times as much (bench/fan-out); who reads too slowly is cut off and catches up by sync.
import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';
import { close } from '#contract/sync.ts';

/** Bytes that may wait for one slow reader. */
const MAX_BUFFERED = 1 << 20;

/** A socket as the outlet sees it. */
export interface Sink {
  readonly ws: WebSocket;
  /** Frames of this turn, in order. Only the outlet touches it. */
  waiting: Buffer[];
}

/** A server-to-client text frame of RFC 6455: unmasked, unfragmented. */
export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const head = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(head + length);
  frame[0] = 0x81;
  if (head === 2) frame[1] = length;
  else if (head === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.write(text, head);
  return frame;
}

export interface Outlet<S extends Sink> {
  /** To everybody in `sinks` as they are now. The text is put into a frame once. */
  broadcast(sinks: Iterable<S>, text: string): void;
  /** To one. */
  send(sink: S, text: string): void;
}

export function createOutlet<S extends Sink>(): Outlet<S> {
  let dirty: S[] = [];
  /** Sinks with the very same frames share one joined buffer: usual when a conversation has a thousand readers. */
  let joined: { frames: Buffer[]; bytes: Buffer } | undefined;

  const flush = () => {
    const sinks = dirty;
    dirty = [];
    for (const sink of sinks) {
      const frames = sink.waiting;
      sink.waiting = [];
      const socket = (sink.ws as unknown as { _socket?: Socket })._socket;
      if (!socket || sink.ws.readyState !== 1) continue;
      if (socket.writableLength > MAX_BUFFERED) {
        sink.ws.close(close.slow, 'Too slow');
        sink.ws.terminate();
        continue;
      }
      socket.write(join(frames));
    }
    joined = undefined;
  };
  const join = (frames: Buffer[]): Buffer => {
    if (frames.length === 1) return frames[0] as Buffer;
    if (!joined || !same(joined.frames, frames)) joined = { frames, bytes: Buffer.concat(frames) };
    return joined.bytes;
  };
  const put = (sink: S, frame: Buffer) => {
    if (!sink.waiting.length) {
      if (!dirty.length) setImmediate(flush);
      dirty.push(sink);
    }
    sink.waiting.push(frame);
  };
  return {
    broadcast: (sinks, text) => {
      const frame = textFrame(text);
      for (const sink of sinks) put(sink, frame);
    },
    send: (sink, text) => put(sink, textFrame(text)),
  };
}

function same(a: readonly Buffer[], b: readonly Buffer[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
