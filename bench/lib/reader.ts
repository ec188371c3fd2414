// A socket that costs as little as can be: a bare TCP connection that says hello and then hands over the bytes that come. For
// benches in which many listen and what is measured is the server.
import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { API_BASE } from '#contract/kernel/envelope.ts';
import { REALTIME_PATH } from '#contract/sync.ts';

/** Masked with zeros, as a client's frame has to be. */
export function clientFrame(text: string): Buffer {
  const payload = Buffer.from(text);
  const head =
    payload.length < 126 ? [0x81, 0x80 | payload.length] : [0x81, 0xfe, payload.length >> 8, payload.length & 255];
  return Buffer.concat([Buffer.from([...head, 0, 0, 0, 0]), payload]);
}

export interface Hearer {
  /** So many bytes, at the beginning of the buffer, which is used again. */
  arrived(bytes: number, buffer: Buffer): void;
  lost(): void;
}

/** Resolves once the server let it in, and (with a hello) said ready. */
export function openReader(url: string, hello: string | null, hearer: Hearer): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const buffer = Buffer.allocUnsafe(1 << 18);
  let open = false;
  let head = '';
  return new Promise((done, fail) => {
    const socket = connect({
      host: hostname,
      port: Number(port),
      noDelay: true,
      onread: {
        buffer,
        callback: (bytes) => {
          if (open) hearer.arrived(bytes, buffer);
          else {
            head += buffer.toString('latin1', 0, bytes);
            if (!head.includes('\r\n\r\n')) return true;
            if (hello !== null && !head.includes('"ready"')) {
              if (!head.endsWith('\r\n\r\n')) return true;
              socket.write(clientFrame(hello));
              return true;
            }
            open = true;
            done(socket);
          }
          return true;
        },
      },
    });
    socket.on('error', fail);
    socket.on('close', () => {
      fail(new Error('The server hung up'));
      hearer.lost();
    });
    const path = API_BASE + REALTIME_PATH;
    const key = randomBytes(16).toString('base64');
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`,
    );
  });
}

/** Cuts what comes into frames and hands over the payload of each: no copy, good until the next bytes come. */
export function framesOf(hear: (payload: Buffer) => void): (bytes: number, buffer: Buffer) => void {
  let rest: Buffer | undefined;
  return (bytes, buffer) => {
    const come = buffer.subarray(0, bytes);
    const chunk = rest ? Buffer.concat([rest, come]) : come;
    let at = 0;
    for (;;) {
      const short = (chunk[at + 1] ?? 0) & 127;
      const head = short < 126 ? 2 : short === 126 ? 4 : 10;
      if (chunk.length < at + head) break;
      const length =
        short < 126 ? short : short === 126 ? chunk.readUInt16BE(at + 2) : Number(chunk.readBigUInt64BE(at + 2));
      if (chunk.length < at + head + length) break;
      hear(chunk.subarray(at + head, at + head + length));
      at += head + length;
    }
    rest = at < chunk.length ? Buffer.from(chunk.subarray(at)) : undefined;
  };
}
