// The bytes themselves, outside of the contract: a form that proves itself by its signature, and an address that does.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../platform/feature.ts';
import type { DiskStore } from '../../platform/files/disk.ts';
import { readForm } from '../../platform/files/multipart.ts';
import type { FileStore } from '../../platform/files/store.ts';
import { AppError, invalid } from '../../platform/http/errors.ts';
import { DOWNLOAD_PATH, type Signed, UPLOAD_PATH } from './address.ts';
import { isShown, PDF } from './mime.ts';
import { rangeIn } from './range.ts';
import type { Arrived, FileService } from './service.ts';

const YEAR_S = 31_536_000;
/** Per minute and address of the network: a whole office reads through one. */
const MAX = { uploads: 1_200, downloads: 20_000 };
const NOTHING_RUNS = "default-src 'none'; style-src 'unsafe-inline'; media-src 'self'; sandbox; frame-ancestors 'none'";
/** Browsers show a PDF in a reader of their own, apart from us, but not in a sandbox. Our own pages may frame it. */
const READER = "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'; frame-ancestors 'self'";
/** Bytes of a form besides the file. */
const FORM_BYTES = 32_768;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** `disk`: the store if it takes the forms itself; those of another store go there directly. */
export function mountTransfers(
  http: FastifyInstance,
  { limits }: Context,
  service: FileService,
  store: FileStore,
  disk: DiskStore | undefined,
): void {
  const countDownload = limits.create('files.download', MAX.downloads, 60);
  http.route({
    method: 'GET',
    url: DOWNLOAD_PATH,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      await countDownload(request.ip);
      return download(service, store, request, reply);
    },
  });
  if (!disk) return;
  const countUpload = limits.create('files.upload', MAX.uploads, 60);
  void http.register(async (forms) => {
    forms.removeAllContentTypeParsers();
    forms.addContentTypeParser('multipart/form-data', (_request, _body, done) => done(null));
    forms.route({
      method: 'POST',
      url: UPLOAD_PATH,
      config: { takesLong: true },
      handler: async (request, reply) => {
        // Whatever is left of a refused body is not waited for.
        reply.header('connection', 'close').header('cache-control', 'no-store');
        await countUpload(request.ip);
        const { key, file } = await upload(disk, service, request);
        reply.removeHeader('connection');
        return reply.code(201).send({ download_url: service.urlOf(file, file.created_by), s3_key: key });
      },
    });
  });
}

/** Takes a form in, and looks at what has come. NO_PERMISSION (not as it was signed), PAYLOAD_TOO_LARGE, INVALID_REQUEST. */
async function upload(
  disk: DiskStore,
  service: FileService,
  request: FastifyRequest,
): Promise<{ key: string; file: Arrived }> {
  const form = await readForm(request.headers['content-type'] ?? '', request.raw);
  const granted = disk.judge(form.fields);
  if (Number(request.headers['content-length'] ?? 0) > granted.max_size + FORM_BYTES)
    throw new AppError('PAYLOAD_TOO_LARGE');
  await disk.take(granted, form.file);
  const { key } = granted;
  const file = await service.arrived(key.slice(0, key.indexOf('/')), key);
  if (file) return { key, file };
  await disk.remove(key);
  throw invalid([{ path: 'file', message: 'Not what its name says' }]);
}

interface Asked {
  readonly params: { readonly company_id: string; readonly file_id: string };
  readonly query: Partial<Signed> & { readonly preview?: string; readonly icon?: string };
}

async function download(
  service: FileService,
  store: FileStore,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { params, query } = request as unknown as Asked;
  const { by, expires, signature, preview, icon } = query;
  const signed =
    typeof by === 'string' && typeof expires === 'string' && typeof signature === 'string'
      ? { by, expires, signature }
      : undefined;
  const known = UUID.test(params.company_id) && UUID.test(params.file_id);
  const found = known ? await service.open(params.company_id, params.file_id, signed) : undefined;
  if (!found) return nothingThere(reply);
  const { seconds } = found;
  const drawn = preview === undefined ? icon : undefined;
  const file =
    drawn !== undefined
      ? await service.icon(found.file, drawn)
      : preview === undefined
        ? found.file
        : await service.preview(found.file);
  if (!file) return nothingThere(reply);
  const tag = `"${file.file_id}-${file.size}"`;
  reply.headers(headersOf(file, seconds)).header('etag', tag);
  if (request.headers['if-none-match'] === tag) return reply.code(304).send();

  const whole = request.headers['if-range'] !== undefined && request.headers['if-range'] !== tag;
  const range = whole ? undefined : rangeIn(request.headers.range, file.size);
  if (range === null) return reply.code(416).header('content-range', `bytes */${file.size}`).send();
  const bytes = await store.read(file.key, range);
  if (!bytes) return nothingThere(reply);
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`);
  reply.header('content-length', range ? range.end - range.start + 1 : file.size);
  return reply.send(bytes);
}

const nothingThere = (reply: FastifyReply): FastifyReply =>
  reply
    .code(404)
    .header('cache-control', 'no-store')
    .removeHeader('content-disposition')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ status: 'error', error_code: 'FILE_NOT_FOUND', message: 'No such file' }));

/** `seconds`: how long the address is good, null for ever. Nothing that is sent can run, wherever it is opened. */
function headersOf(file: Arrived, seconds: number | null): Record<string, string> {
  const { mime_type, name } = file;
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return {
    'content-type': mime_type.startsWith('text/') ? `${mime_type}; charset=utf-8` : mime_type,
    'content-disposition': `${isShown(mime_type) ? 'inline' : 'attachment'}; filename="${plain}"; filename*=UTF-8''${encoded}`,
    'content-security-policy': mime_type === PDF ? READER : NOTHING_RUNS,
    'cache-control':
      seconds === null ? `public, max-age=${YEAR_S}, immutable` : `private, max-age=${seconds}, immutable`,
    'accept-ranges': 'bytes',
  };
}
