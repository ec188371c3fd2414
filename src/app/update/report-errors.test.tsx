// What is told of errors, and what is not.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError, NetworkError } from '#src/api/errors.ts';
import { reportErrors, routeOf } from './report-errors.ts';

const sent: { kind: string; message: string; stack: string; route: string; app_version: string }[] = [];
let stop: () => void;
const said = vi.fn();
const real = console.error;

beforeEach(() => {
  sent.length = 0;
  console.error = said;
  stop = reportErrors('2.7.2', async (report) => sent.push(report));
});
afterEach(() => {
  stop();
  expect(console.error).toBe(said);
  console.error = real;
  vi.restoreAllMocks();
});
const fail = (error: unknown) => dispatchEvent(new ErrorEvent('error', { error }));

test('each kind of error once, however it is caught', () => {
  const broken = new TypeError('x is not a function');
  fail(broken);
  fail(broken);
  dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: new RangeError('too far') }));
  console.error('a boundary', new Error('in a part'));
  expect(said).toHaveBeenCalledTimes(1);
  expect(sent.map(({ kind, message }) => [kind, message])).toEqual([
    ['error', 'x is not a function'],
    ['rejection', 'too far'],
    ['console', 'in a part'],
  ]);
  expect(sent[0]).toMatchObject({ type: 'TypeError', app_version: '2.7.2', route: '/' });
  expect(sent[0]?.stack).toMatch(/:\d+:\d+\)?$/);
  expect(sent[0]?.stack).not.toContain('x is not a function');
});

test('what broke before, too', () => {
  const early = [
    [new ErrorEvent('error', { error: new TypeError('too soon') }), '/connect'],
    [Object.assign(new Event('unhandledrejection'), { reason: new RangeError('sooner still') }), '/settings'],
  ];
  vi.stubGlobal('early', early);
  stop();
  stop = reportErrors('2.7.2', async (report) => sent.push(report));
  vi.unstubAllGlobals();
  expect(sent.map(({ kind, message, route }) => [kind, message, route])).toEqual([
    ['error', 'too soon', '/connect'],
    ['rejection', 'sooner still', '/settings'],
  ]);
  expect(early).toEqual([]);
});

test('what has a screen of its own, and what is no error, is not told', () => {
  for (const error of [
    new ApiError('NO_PERMISSION', 403),
    new NetworkError(),
    new DOMException('', 'AbortError'),
    Object.assign(new Error('x'), { name: 'ChunkLoadError' }),
    'a word',
    undefined,
  ])
    fail(error);
  console.error('only words');
  expect(sent).toEqual([]);
});

test('ten at most, and they wait for a connection', () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  for (let n = 0; n < 30; n++) fail(new Error(`kind ${n}`));
  expect(sent).toEqual([]);
  online.mockReturnValue(true);
  dispatchEvent(new Event('online'));
  dispatchEvent(new Event('online'));
  expect(sent.map(({ message }) => message)).toEqual(Array.from({ length: 10 }, (_, n) => `kind ${n}`));
});

test('a report that does not arrive is nobody’s concern', async () => {
  stop();
  stop = reportErrors('2.7.2', () => Promise.reject(new Error('no answer')));
  const heard = vi.fn();
  addEventListener('unhandledrejection', heard);
  fail(new Error('lost'));
  await Promise.resolve();
  expect([heard.mock.calls.length, said.mock.calls.length]).toEqual([0, expect.any(Number)]);
  removeEventListener('unhandledrejection', heard);
});

test.each([
  ['/connect/space/0190d3c8-7dec-71d0-a765-00a0c91e6bf6', '/connect/space/$'],
  ['/password/reset/aVeryLongSecretToken', '/password/reset/$'],
  ['/settings/roles/new', '/settings/roles/new'],
  ['/', '/'],
])('%s is told as %s', (path, route) => {
  expect(routeOf(path)).toBe(route);
});
