// A strict stand-in for an S3-compatible store on 127.0.0.1: path style, POST Object by signed policy, GET with ranges, HEAD and
// DELETE by signed headers. Written from the protocol's description, sharing nothing with what it is to check.
import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { S3Config } from '#server/platform/config/config.ts';

export interface S3Server {
  readonly config: S3Config;
  /** Key → what is stored. */
  readonly objects: ReadonlyMap<string, { readonly bytes: Buffer; readonly type: string }>;
  close(): Promise<void>;
}

interface Refusal {
  readonly status: number;
  readonly code: string;
}
const refuse = (status: number, code: string): Refusal => ({ status, code });
const isRefusal = (value: unknown): value is Refusal => typeof value === 'object' && value !== null && 'code' in value;

export async function startS3(): Promise<S3Server> {
  const objects = new Map<string, { bytes: Buffer; type: string }>();
  const keys = {
    accessKeyId: 'TESTKEY',
    secretAccessKey: 'a secret/with+signs',
    region: 'eu-test-1',
    bucket: 'our-files',
  };
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [path = ''] = (request.url ?? '').split('?');
    const key = path.startsWith(`/${keys.bucket}/`) ? decodeURIComponent(path.slice(keys.bucket.length + 2)) : '';
    // As the bucket's rules let pages of the app's address post.
    if (request.headers.origin) response.setHeader('access-control-allow-origin', request.headers.origin);
    if (request.method === 'OPTIONS') {
      response.writeHead(204, { 'access-control-allow-methods': 'POST' }).end();
      return;
    }
    if (request.method === 'POST') return post(request, response, path);
    const refusal = checkHeaders(keys, request, path);
    if (refusal) return fail(response, refusal);
    if (request.method === 'DELETE') {
      objects.delete(key);
      response.writeHead(204).end();
      return;
    }
    const object = objects.get(key);
    if (!object) return fail(response, refuse(404, 'NoSuchKey'));
    send(request, response, object);
  };
  const post = async (request: IncomingMessage, response: ServerResponse, path: string): Promise<void> => {
    const body = await buffer(request);
    const form = await readForm(request, body);
    const found = isRefusal(form) ? form : checkForm(keys, form);
    if (path !== `/${keys.bucket}` || isRefusal(found))
      return fail(response, isRefusal(found) ? found : refuse(404, 'NoSuchBucket'));
    objects.set(found.key, { bytes: found.bytes, type: found.type });
    const location = `http://${request.headers.host}/${keys.bucket}/${encodeURIComponent(found.key)}`;
    response
      .writeHead(found.status, { 'content-type': 'application/xml' })
      .end(
        found.status === 201
          ? `<?xml version="1.0" encoding="UTF-8"?>\n<PostResponse><Location>${location}</Location><Bucket>${keys.bucket}</Bucket><Key>${found.key}</Key><ETag>"${createHash('md5').update(found.bytes).digest('hex')}"</ETag></PostResponse>`
          : '',
      );
  };
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    config: { endpoint: `http://127.0.0.1:${port}`, ...keys },
    objects,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

function fail(response: ServerResponse, { status, code }: Refusal): void {
  response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${code}</Message></Error>`);
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  { bytes, type }: { bytes: Buffer; type: string },
): void {
  const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
  if (range && Number(range[1]) >= bytes.length) return fail(response, refuse(416, 'InvalidRange'));
  const part = range ? bytes.subarray(Number(range[1]), Number(range[2]) + 1) : bytes;
  response.writeHead(range ? 206 : 200, {
    'content-type': type,
    'content-length': part.length,
    'accept-ranges': 'bytes',
  });
  response.end(request.method === 'HEAD' ? undefined : part);
}

interface Form {
  readonly fields: ReadonlyMap<string, string>;
  readonly bytes: Buffer;
}

/** The browser's own reader of forms judges the multipart; the fields are those before the file. */
async function readForm(request: IncomingMessage, body: Buffer): Promise<Form | Refusal> {
  const headers = { 'content-type': request.headers['content-type'] ?? '' };
  const form = await new Response(new Uint8Array(body), { headers }).formData().catch(() => undefined);
  if (!form) return refuse(400, 'MalformedPOSTRequest');
  const fields = new Map<string, string>();
  for (const [name, value] of form) {
    if (name === 'file')
      return {
        fields,
        bytes: Buffer.from(await (typeof value === 'string' ? new Blob([value]) : value).arrayBuffer()),
      };
    if (typeof value === 'string') fields.set(name.toLowerCase(), value);
  }
  return refuse(400, 'InvalidArgument');
}

type Keys = Omit<S3Config, 'endpoint'>;
const mac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text, 'utf8').digest();

/** `scope`: `YYYYMMDD/region/s3/aws4_request`. */
function signature(keys: Keys, scope: string, text: string): string {
  const key = scope
    .split('/')
    .reduce<string | Buffer>((sofar, step) => mac(sofar, step), `AWS4${keys.secretAccessKey}`);
  return mac(key, text).toString('hex');
}

/** The scope of a credential of ours. */
function scopeIn(keys: Keys, credential: string): string | undefined {
  const [id, day, ...rest] = credential.split('/');
  const fits =
    id === keys.accessKeyId && /^\d{8}$/.test(day ?? '') && rest.join('/') === `${keys.region}/s3/aws4_request`;
  return fits ? [day, ...rest].join('/') : undefined;
}

function checkForm(
  keys: Keys,
  { fields, bytes }: Form,
): { key: string; bytes: Buffer; type: string; status: number } | Refusal {
  const field = (name: string) => fields.get(name) ?? '';
  const scope = scopeIn(keys, field('x-amz-credential'));
  if (field('x-amz-algorithm') !== 'AWS4-HMAC-SHA256' || !scope) return refuse(403, 'InvalidAccessKeyId');
  if (!field('x-amz-date').startsWith(scope.slice(0, 8))) return refuse(403, 'AccessDenied');
  if (signature(keys, scope, field('policy')) !== field('x-amz-signature')) return refuse(403, 'SignatureDoesNotMatch');
  const policy = JSON.parse(Buffer.from(field('policy'), 'base64').toString()) as {
    expiration: string;
    conditions: (Record<string, string> | [string, string | number, string | number])[];
  };
  if (Date.parse(policy.expiration) <= Date.now()) return refuse(403, 'AccessDenied');
  const named = new Set<string>();
  for (const condition of policy.conditions) {
    const [kind, a, b] = Array.isArray(condition)
      ? condition
      : ['eq', `$${Object.keys(condition)[0]}`, Object.values(condition)[0]];
    if (kind === 'content-length-range') {
      if (bytes.length > Number(b)) return refuse(400, 'EntityTooLarge');
      if (bytes.length < Number(a)) return refuse(400, 'EntityTooSmall');
      continue;
    }
    const name = String(a).slice(1).toLowerCase();
    named.add(name);
    const value = name === 'bucket' ? keys.bucket : fields.get(name);
    const holds = kind === 'eq' ? value === b : kind === 'starts-with' && value?.startsWith(String(b));
    if (!holds) return refuse(403, 'AccessDenied');
  }
  const free = (name: string) =>
    named.has(name) || ['policy', 'x-amz-signature'].includes(name) || name.startsWith('x-ignore-');
  if (![...fields.keys()].every(free)) return refuse(403, 'AccessDenied');
  if (!field('key')) return refuse(400, 'InvalidArgument');
  const status = Number(field('success_action_status') || 204);
  return { key: field('key'), bytes, type: field('content-type') || 'binary/octet-stream', status };
}

/** By the headers alone: nobody else signs requests in here. */
function checkHeaders(keys: Keys, request: IncomingMessage, path: string): Refusal | undefined {
  const match = /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
    request.headers.authorization ?? '',
  );
  const scope = match && scopeIn(keys, match[1] ?? '');
  const date = String(request.headers['x-amz-date']);
  if (!match || !scope || !date.startsWith(scope.slice(0, 8))) return refuse(403, 'AccessDenied');
  const names = (match[2] ?? '').split(';');
  const must = ['host', ...Object.keys(request.headers).filter((name) => name.startsWith('x-amz-'))];
  if (!must.every((name) => names.includes(name))) return refuse(403, 'AccessDenied');
  const content = String(request.headers['x-amz-content-sha256']);
  if (content !== createHash('sha256').digest('hex')) return refuse(400, 'XAmzContentSHA256Mismatch');
  const lines = names.map((name) => `${name}:${String(request.headers[name]).trim()}\n`).join('');
  const canonical = `${request.method}\n${path}\n\n${lines}\n${names.join(';')}\n${content}`;
  const text = `AWS4-HMAC-SHA256\n${date}\n${scope}\n${createHash('sha256').update(canonical).digest('hex')}`;
  return signature(keys, scope, text) === match[3] ? undefined : refuse(403, 'SignatureDoesNotMatch');
}
