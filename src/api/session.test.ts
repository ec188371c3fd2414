// The page's session: what is accepted, what rotates it, and how page, other tabs and worker agree on the newest token.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Session } from '#contract/auth.ts';
import { appDatabase } from '../offline/databases.ts';
import { readMirror, rotateMirror, writeMirror } from '../offline/session-mirror.ts';
import { createSessionStore, type SessionStore, sessionIn } from './session.ts';

const api = 'https://limelight.example/api';
const session = (access_token: string, more: Partial<Session> = {}): Session =>
  ({ access_token, session_id: 's', company_id: 'c', employee_id: 'e', permissions: [], ...more }) as never;

/** localStorage as far as we use it; the browser's own is met in the browser tests. */
class Kept {
  readonly values = new Map<string, string>();
  refuses = false;
  getItem = (key: string): string | null => this.use(() => this.values.get(key) ?? null);
  setItem = (key: string, value: string): void => this.use(() => void this.values.set(key, value));
  removeItem = (key: string): void => this.use(() => void this.values.delete(key));
  private use<T>(work: () => T): T {
    if (this.refuses) throw new DOMException('Denied', 'SecurityError');
    return work();
  }
}

let kept: Kept;
const open: SessionStore[] = [];
const store = (): SessionStore => {
  const made = createSessionStore(() => api);
  open.push(made);
  return made;
};
const stored = () => JSON.parse(kept.values.get('userSession') ?? 'null') as Session | null;
const soon = () => new Promise((done) => setTimeout(done, 20));
const mirrored = (token: string) => expect.poll(async () => (await readMirror())?.session.access_token).toBe(token);

beforeEach(async () => {
  kept = new Kept();
  vi.stubGlobal('localStorage', kept);
  await writeMirror(null, api);
});
afterEach(() => {
  for (const one of open.splice(0)) one.close();
  vi.unstubAllGlobals();
});

test('is accepted only with all four values', () => {
  expect(sessionIn(session('t'))).not.toBeNull();
  for (const field of ['access_token', 'company_id', 'employee_id', 'session_id'] as const) {
    expect(sessionIn({ ...session('t'), [field]: undefined })).toBeNull();
    expect(() => store().accept({ ...session('t'), [field]: '' })).toThrow(TypeError);
  }
  expect(sessionIn('rubbish')).toBeNull();
});

test('is kept as the specification says, mirrored for the worker, and told to the other tabs', async () => {
  const [mine, other] = [store(), store()];
  mine.accept(session('one'));
  expect(stored()).toEqual(session('one'));
  await expect.poll(() => other.state.current?.access_token).toBe('one');
  await mirrored('one');
  expect(await readMirror()).toEqual({ session: session('one'), base: 'one', api });
  expect(Object.keys(await appDatabase().run((db) => db.getAllKeys('session')))).toHaveLength(1);
  await other.end(true);
  await expect.poll(async () => [mine.state.current, stored(), await readMirror()]).toEqual([null, null, undefined]);
  // The page that ended it shows what it shows until it goes.
  expect(other.state.current?.access_token).toBe('one');
});

test('is not brought back by what was under way when it ended', async () => {
  const [mine, other] = [store(), store()];
  mine.accept(session('one'));
  await mirrored('one');
  await expect.poll(() => other.state.current?.access_token).toBe('one');
  const before = mine.read() as Session;
  const catching = mine.catchUp();
  await mine.end(true);
  await catching;
  await mine.rotate(before, { access_token: 'two' });
  await mine.replace(session('three'));
  await expect.poll(() => other.state.current).toBeNull();
  await soon();
  expect([stored(), other.state.current, await readMirror()]).toEqual([null, null, undefined]);
  mine.accept(session('four'));
  await expect.poll(() => [stored()?.access_token, other.state.current?.access_token]).toEqual(['four', 'four']);
});

test('that was ended is not taken for one that goes on, though a killed browser has kept it; signed in anew it does', async () => {
  const mine = store();
  mine.accept(session('one'));
  await mirrored('one');
  await mine.end(true);
  kept.values.set('userSession', JSON.stringify(session('one')));
  const later = store();
  expect(await later.catchUp()).toBe(true);
  expect(await readMirror(), 'nothing may send for it').toBeUndefined();
  kept.values.set('userSession', JSON.stringify(session('two', { session_id: 'other' })));
  expect(await store().catchUp()).toBe(false);
  const again = store();
  again.accept(session('three'));
  await mirrored('three');
  expect(await store().catchUp()).toBe(false);
});

test('is there again after a reload; a broken copy is no session', () => {
  kept.values.set('userSession', JSON.stringify(session('one')));
  expect(store().read()?.access_token).toBe('one');
  kept.values.set('userSession', '{"access_token":');
  expect(store().read()).toBeNull();
});

describe('rotation', () => {
  test('by an answer to this session', async () => {
    const mine = store();
    mine.accept(session('one'));
    await mine.rotate(session('one'), { access_token: 'two' });
    expect([mine.read()?.access_token, stored()?.access_token]).toEqual(['two', 'two']);
  });

  test('not by an answer to an old session, nor by one that speaks of somebody else', async () => {
    const mine = store();
    mine.accept(session('one'));
    await mine.rotate(session('one', { session_id: 'before' }), { access_token: 'two' });
    await mine.rotate(session('one'), { access_token: 'two', employee_id: 'somebody' });
    await mine.rotate(session('one'), { access_token: 'two', company_id: 'another' });
    await mine.replace(session('two', { employee_id: 'somebody' }));
    expect(mine.read()?.access_token).toBe('one');
  });

  test('by the worker while no page was open', async () => {
    store().accept(session('one'));
    await mirrored('one');
    await rotateMirror({ session_id: 's', access_token: 'two' });
    await rotateMirror({ session_id: 's', access_token: 'three' });
    const later = store();
    await later.catchUp();
    expect([later.read()?.access_token, stored()?.access_token]).toEqual(['three', 'three']);
  });

  test('by a page whose mirror was not written any more: the page is newer', async () => {
    store().accept(session('one'));
    await mirrored('one');
    await rotateMirror({ session_id: 's', access_token: 'two' });
    kept.values.set('userSession', JSON.stringify(session('four')));
    const later = store();
    await later.catchUp();
    expect(later.read()?.access_token).toBe('four');
    expect((await readMirror())?.session.access_token).toBe('four');
  });

  test("another session's mirror is not touched by a worker that is late", async () => {
    await writeMirror(session('new', { session_id: 'other' }), api);
    await rotateMirror({ session_id: 's', access_token: 'two' });
    expect((await readMirror())?.session.access_token).toBe('new');
  });
});

test('nobody signed in: a mirror that was left behind goes', async () => {
  await writeMirror(session('left'), api);
  await store().catchUp();
  expect(await readMirror()).toBeUndefined();
});

test('storage that refuses costs the reload, not the session', async () => {
  kept.refuses = true;
  const mine = store();
  mine.accept(session('one'));
  await mine.rotate(session('one'), { access_token: 'two' });
  expect(mine.read()?.access_token).toBe('two');
});
