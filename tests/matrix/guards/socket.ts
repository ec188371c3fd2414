// Who wants to listen without being let in: a page of somebody else's, a ticket that is none, a session that is over.
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import WebSocket, { type ClientOptions } from 'ws';
import { API_BASE } from '#contract/kernel/envelope.ts';
import { close, REALTIME_PATH, ticket } from '#contract/sync.ts';
import { copyOf } from '../../flows/auth.fixture.ts';
import { addPerson } from '../../kit/factory.ts';
import { some, type World } from '../world.ts';

/** What becomes of a socket that says hello with `ticket`: the status that refused it, `ready`, or the code that it was closed with. */
function knock(url: string, of: string, options: ClientOptions = {}): Promise<number | string | undefined> {
  const ws = new WebSocket(url.replace('http', 'ws') + API_BASE + REALTIME_PATH, options);
  return new Promise<number | string | undefined>((done, fail) => {
    ws.on('unexpected-response', (_request, response) => done(response.statusCode));
    ws.on('open', () => ws.send(JSON.stringify({ type: 'hello', ticket: of, client_id: randomUUID() })));
    ws.on('message', (data: Buffer) => done((JSON.parse(data.toString()) as { type: string }).type));
    ws.on('close', done);
    ws.on('error', fail);
  }).finally(() => ws.terminate());
}

/** Fails if this server lets anybody listen but who holds a new ticket of a session that lasts, at a page of ours. */
export async function nobodyElseListens({ app, a }: World, url: string): Promise<void> {
  const newTicket = async (one = a.member) => (await copyOf(one, { url }).call(ticket, {})).ticket;
  const once = await newTicket();
  expect(await knock(url, once, { origin: url }), 'our own page').toBe('ready');
  expect(await knock(url, await newTicket(), { origin: `https://${some()}.example` }), 'another page').toBe(403);
  for (const bad of [once, some()]) expect(await knock(url, bad), 'a ticket that is none').toBe(close.ticket);
  const leaving = await addPerson(app, a.owner);
  const last = await newTicket(leaving);
  await app.sql('UPDATE session SET ended_at = now() WHERE employee_id = $1', [leaving.employee_id]);
  expect(await knock(url, last), 'a session that is over').toBe(close.session);
}
