// A name server on this machine that knows TXT records and nothing else.
import { createSocket } from 'node:dgram';

export interface NameServer extends AsyncDisposable {
  /** `address:port`, for a resolver. */
  readonly address: string;
  /** From now on the name has these. */
  say(name: string, ...records: string[]): void;
}

const TXT = 16;

export async function openNameServer(): Promise<NameServer> {
  const known = new Map<string, readonly string[]>();
  const socket = createSocket('udp4');
  socket.on('message', (asked, { port, address }) => socket.send(answerOf(asked, known), port, address));
  await new Promise<void>((done) => socket.bind(0, '127.0.0.1', done));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    say: (name, ...records) => void known.set(name.toLowerCase(), records),
    [Symbol.asyncDispose]: () => new Promise((done) => socket.close(() => done())),
  };
}

/** RFC 1035: the head, the question as it was asked, and one answer a record that points at its name. */
function answerOf(asked: Buffer, known: ReadonlyMap<string, readonly string[]>): Buffer {
  const labels: string[] = [];
  let at = 12;
  for (let length = asked[at] ?? 0; length; length = asked[at] ?? 0) {
    labels.push(asked.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  const isText = asked.readUInt16BE(at + 1) === TXT;
  const records = (isText && known.get(labels.join('.').toLowerCase())) || [];
  const head = Buffer.alloc(12);
  asked.copy(head, 0, 0, 2);
  // An answer, with authority; "no such name" where there is nothing.
  head.writeUInt16BE(records.length ? 0x8580 : 0x8583, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(records.length, 6);
  return Buffer.concat([head, asked.subarray(12, at + 5), ...records.map(recordOf)]);
}

function recordOf(text: string): Buffer {
  // In parts, as long ones always are: whoever reads must put them together.
  const parts = text.match(/.{1,40}/gs) ?? [''];
  const data = Buffer.concat(parts.map((part) => Buffer.from([part.length, ...Buffer.from(part)])));
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(TXT, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}
