// Hostile rich text in the real browser, from wherever it may come: a server that sends what it should never have stored, its
// events, and what the device kept. It is drawn as text or left out: nothing runs, nothing is asked for elsewhere, nothing
// offends the page's security policy, and the conversation stays usable.
import type { Page } from 'playwright/test';
import type { Message } from '#contract/chat.ts';
import * as chat from '#contract/chat.ts';
import { type Hostile, hostile } from '#tests/flows/hostile-text.ts';
import { readyOffline, storedOf } from './kit/browser.ts';
import { composer, log, offlineBanner, openDirect, say } from './kit/chat.ts';
import { direct, type Person, write } from './kit/people.ts';
import { Server } from './kit/server.ts';
import { test as base, expect } from './kit/test.ts';
import { type Guarded, guarded, NOTHING } from './kit/watching/guarded.ts';

/** Its answers are not checked: it sends what it has. */
const test = base.extend<object, { server: Server }>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures out of this parameter
    async ({}, use) => {
      const server = new Server(undefined, { strict: false });
      try {
        await server.start();
        await use(server);
      } finally {
        await server.close();
      }
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});

const specimens = hostile.filter(({ isUnstorable }) => !isUnstorable);
/** So many messages of a conversation are read at first, and kept. */
const FIRST = 50;

/** Writes a message for each document, and puts that in its place: past the server, which would refuse it. */
async function plant(server: Server, from: Person, to: Person, documents: readonly Hostile[]): Promise<Message[]> {
  const messages: Message[] = [];
  for (const { name } of documents) messages.push(await write(from, direct(to), `<b>${name}</b>`));
  const ids = messages.map(({ message_id }) => message_id);
  const bodies = documents.map(({ doc }) => JSON.stringify(doc));
  await server.sql(
    'UPDATE message m SET body = p.body::jsonb FROM unnest($1::uuid[], $2::text[]) AS p(id, body) WHERE m.message_id = p.id',
    [ids, bodies],
  );
  await server.sql(
    `UPDATE event SET payload = jsonb_set(payload, '{body}', p.body::jsonb) FROM unnest($1::text[], $2::text[]) AS p(id, body)
     WHERE name = 'chat.message_created' AND payload->>'message_id' = p.id`,
    [ids, bodies],
  );
  await markRead(to, messages);
  return messages;
}

/** The conversation opens at its end then. */
async function markRead(by: Person, messages: readonly Message[]): Promise<void> {
  const last = messages.at(-1);
  if (last) await by.api.call(chat.markRead, { conversation_id: last.conversation_id, read_seq: last.seq });
}

interface Seen {
  readonly ids: string[];
  readonly problems: string[];
}

/** What of the messages is in the document right now, and what is wrong with it. Runs in the page. */
function look(scroller: Element): Seen {
  const tags = /^(DIV|P|H2|UL|OL|LI|BLOCKQUOTE|PRE|CODE|STRONG|EM|SPAN|A|BR)$/;
  const attributes = /^(class|data-(ground|emoji|me|color|level)|href|rel|target|start)$/;
  const problems: string[] = [];
  // What has been looked at does not change any more; drawn anew, it is another element.
  const seen = ((globalThis as { seen?: WeakSet<Element> }).seen ??= new WeakSet());
  const drawn = [...scroller.querySelectorAll('.ll-rich')].filter((text) => !seen.has(text));
  for (const text of drawn) seen.add(text);
  for (const element of drawn.flatMap((text) => [...text.querySelectorAll('*')])) {
    if (!tags.test(element.tagName)) problems.push(`<${element.tagName}>`);
    for (const { name, value } of element.attributes)
      if (!attributes.test(name) || (name === 'class' && value !== 'll-mention')) problems.push(`${name}="${value}"`);
    if (element instanceof HTMLAnchorElement && !/^(https?|mailto|tel):$/.test(element.protocol))
      problems.push(`leads to ${element.href}`);
    if (
      element instanceof HTMLAnchorElement &&
      element.origin === location.origin &&
      !/^\/(profile|connect)\//.test(element.pathname)
    )
      problems.push(`leads to ${element.href}`);
  }
  const box = scroller.getBoundingClientRect();
  const rows = [...scroller.querySelectorAll<HTMLElement>('[data-message]')];
  for (const row of rows) {
    const { left, right } = row.getBoundingClientRect();
    if (left < box.left - 1 || right > box.right + 1)
      problems.push(`wider than the conversation: ${row.dataset['message']}`);
    if (row.querySelectorAll('.ll-rich *').length > 4_200)
      problems.push(`drawn without end: ${row.dataset['message']}`);
  }
  return { ids: rows.flatMap(({ dataset }) => dataset['message'] ?? []), problems };
}

/** Scrolls until every one of the messages has been drawn, and fails for what is wrong with any. */
async function lookAtAll(
  page: Page,
  messages: readonly Pick<Message, 'message_id'>[],
  { found, strayed }: Guarded,
): Promise<void> {
  const missing = new Set(messages.map(({ message_id }) => message_id));
  const problems = new Set<string>();
  // Up to the beginning and down again, however tall the rows are: what is far from the window is not in the document.
  for (let [still, way] = [0, -1]; still < 20 || way < 0; ) {
    if (still >= 20) [still, way] = [0, 1];
    const seen = await log(page).evaluate(look);
    for (const id of seen.ids) missing.delete(id);
    for (const problem of seen.problems) problems.add(problem);
    const moved = await log(page).evaluate(async (scroller, sign) => {
      const before = scroller.scrollTop;
      const page = scroller.clientHeight * 0.6;
      const rows = [...scroller.querySelectorAll('[data-message]')].map((row) => row.getBoundingClientRect());
      const { top, bottom } = scroller.getBoundingClientRect();
      // Past what is drawn already: some are hundreds of pages tall.
      const beyond = sign < 0 ? top - (rows[0]?.top ?? top) : (rows.at(-1)?.bottom ?? bottom) - bottom;
      scroller.scrollTop += sign * Math.max(page, beyond);
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
      // What is on its way has not moved it yet.
      return scroller.scrollTop !== before || scroller.querySelector('[aria-label^="Loading "]') !== null;
    }, way);
    still = moved ? 0 : still + 1;
    if (!missing.size) break;
  }
  expect([...missing], 'never drawn').toEqual([]);
  expect([...problems], 'drawn wrongly').toEqual([]);
  expect(await found(page), 'the page').toEqual(NOTHING);
  expect(strayed).toEqual([]);
}

test('from a server that sends what it has', async ({ server, company: { ines, kwame }, open }) => {
  test.setTimeout(420_000);
  const messages = await plant(server, kwame, ines, specimens);
  const page = await open(ines);
  const watched = await guarded(page.context());
  await openDirect(page, kwame);
  await lookAtAll(page, messages, watched);
  // It goes on as if nothing had been.
  await say(page, 'Still here');
  expect(watched.strayed).toEqual([]);
});

test('from events, into what is on the screen already', async ({ server, company: { ines, kwame }, open }) => {
  test.setTimeout(420_000);
  await write(kwame, direct(ines), 'Before');
  const first = await open(ines);
  const context = first.context();
  const watched = await guarded(context);
  await openDirect(first, kwame);
  await expect(log(first)).toContainText('Before');
  await first.goto('about:blank');
  const messages = await plant(server, kwame, ines, specimens);
  await openDirect(first, kwame);
  await lookAtAll(first, messages, watched);
  await say(first, 'Still here');
  expect(watched.strayed).toEqual([]);
});

test('from what the device has kept, without a connection', async ({
  server,
  company: { ines, kwame },
  open,
  watch,
}) => {
  test.setTimeout(420_000);
  // The worker asks the server for a page that there is not.
  watch.allow(/blank\.html/);
  for (let from = 0; from < hostile.length; from += FIRST) {
    const documents = hostile.slice(from, from + FIRST);
    const messages: Message[] = [];
    for (const { name } of documents) messages.push(await write(kwame, direct(ines), name));
    await markRead(ines, messages);
    const page = await open(ines);
    const watched = await guarded(page.context());
    await openDirect(page, kwame);
    await readyOffline(page);
    await expect(log(page)).toContainText(documents.at(-1)?.name ?? '');
    // The list has the last one, too; the first one stands only where the messages are kept.
    const first = messages[0]?.message_id ?? '';
    await expect.poll(() => storedOf(page, [first])).toEqual([first]);
    const blank = `${server.url}/blank.html`;
    await page.route(blank, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<link rel="icon" href="data:,">' }),
    );
    await page.goto(blank);
    await page.evaluate(poison, {
      bodies: messages.map(({ message_id }, at) => [message_id, JSON.stringify(documents[at]?.doc)] as const),
    });
    await server.kill();
    await page.goto(`/connect/employee/${kwame.id}`);
    await expect(offlineBanner(page)).toBeVisible();
    await expect(composer(page)).toBeVisible();
    await lookAtAll(page, messages, watched);
    expect(watched.strayed).toEqual([]);
    await server.start();
  }
});

/** Puts other bodies into the messages that the browser keeps. Runs in a page of the origin that is not the app. */
async function poison({ bodies }: { bodies: readonly (readonly [string, string])[] }): Promise<void> {
  const body = new Map(bodies);
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(request.error ?? new Error('refused')));
    });
  const { name } = (await indexedDB.databases()).find((one) => one.name?.startsWith('limelight-cache:')) ?? {};
  const db = await done(indexedDB.open(name ?? ''));
  const store = db.transaction('live', 'readwrite').objectStore('live');
  let changed = 0;
  for (const id of await done(store.getAllKeys())) {
    const record = (await done(store.get(id))) as { key: unknown[]; json: string };
    if (record.key[1] !== 'messages') continue;
    const data = JSON.parse(record.json) as { items: { message_id: string; body: unknown }[] };
    for (const item of data.items) {
      const other = body.get(item.message_id);
      if (other === undefined) continue;
      item.body = JSON.parse(other);
      changed++;
    }
    await done(store.put({ ...record, json: JSON.stringify(data) }, id));
  }
  db.close();
  if (changed !== body.size) throw new Error(`${changed} of ${body.size} were kept`);
}
