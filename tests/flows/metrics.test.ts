// GET /metrics over real HTTP: what it says, and to whom.
// @module-tag long
import { request } from 'node:http';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as chat from '#contract/chat.ts';
import { startTestApp, type TestApp } from '../kit/app.ts';
import type { TestClient } from '../kit/client.ts';
import { registerCompany } from '../kit/factory.ts';
import { openSocket } from '../kit/socket.ts';
import { paragraph } from '../matrix/world.ts';

const TOKEN = 'a-token-of-24-characters';

interface Said {
  readonly status: number;
  readonly text: string;
  readonly type: string;
}
/** Any headers, also those that fetch does not let one write. */
function ask(url: string, headers: Record<string, string> = {}): Promise<Said> {
  return new Promise((done, fail) => {
    const asking = request(`${url}/metrics`, { headers }, (answer) => {
      let text = '';
      answer.on('data', (chunk: Buffer) => (text += chunk.toString()));
      answer.once('end', () =>
        done({ status: answer.statusCode ?? 0, text, type: String(answer.headers['content-type']) }),
      );
    });
    asking.once('error', fail).end();
  });
}
/** The value of one line, by its name and labels as they stand. */
const valueOf = (text: string, line: string): number | undefined => {
  const found = text.split('\n').find((one) => one.startsWith(`${line} `));
  return found === undefined ? undefined : Number(found.slice(line.length));
};

describe('what it says', () => {
  let app: TestApp;
  let owner: TestClient;
  let email: string;
  beforeAll(async () => {
    app = await startTestApp();
    ({ owner, email } = await registerCompany(app));
  });
  afterAll(() => app.close());

  test('requests by route, sockets, queues, the pool, what was told and mailed', async () => {
    const socket = await openSocket(owner);
    const sent = { entity_type: 'employee' as const, entity_id: owner.employee_id, message_id: uuid() };
    await owner.call(chat.send, { ...sent, body: paragraph('A word that nobody counts') });
    await app.sql(
      `INSERT INTO mail (company_id, mail_id, recipient, subject, body_text, body_html, next_attempt_at)
       VALUES ($1, $2, 'x@y.example', 's', 't', 'h', now() + interval '1 hour')`,
      [owner.company_id, uuid()],
    );
    await fetch(`${app.url}/api/nowhere/${owner.employee_id}?token=secret`);
    const { status, text, type } = await ask(app.url);
    expect([status, type]).toEqual([200, expect.stringContaining('text/plain; version=0.0.4')]);
    const route = `method="POST",route="/api${chat.send.path}",status="200"`;
    expect(valueOf(text, `limelight_http_request_duration_seconds_count{${route}}`)).toBe(1);
    expect(valueOf(text, 'limelight_http_request_duration_seconds_count{method="GET",route="none",status="404"}')).toBe(
      1,
    );
    expect(valueOf(text, 'limelight_sockets_open')).toBe(1);
    expect(valueOf(text, 'limelight_queue_waiting{queue="mail"}')).toBe(1);
    expect(valueOf(text, 'limelight_queue_waiting{queue="push"}')).toBe(0);
    expect(valueOf(text, 'limelight_mails_total{outcome="sent"}')).toBeGreaterThan(0);
    expect(valueOf(text, 'limelight_bus_told_total{kind="events"}')).toBeGreaterThan(0);
    expect(valueOf(text, 'limelight_database_up')).toBe(1);
    for (const state of ['in_use', 'idle', 'waited_for'])
      expect(valueOf(text, `limelight_database_connections{state="${state}"}`)).toBeGreaterThanOrEqual(0);
    expect(text).toContain('nodejs_eventloop_lag_seconds');
    expect(text).toContain('process_resident_memory_bytes');
    // Neither who nor which company, nor what an address was made of.
    for (const personal of [owner.company_id, owner.employee_id, sent.message_id, email, 'secret', 'nobody counts'])
      expect(text.includes(personal), personal).toBe(false);
    socket.close();
    await expect.poll(async () => valueOf((await ask(app.url)).text, 'limelight_sockets_open')).toBe(0);
  });
});

describe('to whom', () => {
  test('without a token: programs on this machine, and nobody who comes through a proxy', async () => {
    await using app = await startTestApp();
    expect((await ask(app.url)).status).toBe(200);
    for (const headers of [
      { 'x-forwarded-for': '127.0.0.1' },
      { forwarded: 'for=127.0.0.1' },
      { 'x-real-ip': '127.0.0.1' },
      { via: '1.1 proxy' },
      { host: 'limelight.example.com' },
      { host: 'localhost.evil.example' },
    ])
      expect(await ask(app.url, headers), JSON.stringify(headers)).toMatchObject({ status: 404, text: '' });
  });

  test.each([0, 1])('with a token: who holds it, from anywhere (%i proxies)', async (trustedProxies) => {
    await using app = await startTestApp({ metricsToken: TOKEN, trustedProxies });
    const far = { host: 'limelight.example.com', 'x-forwarded-for': '203.0.113.9' };
    expect(await ask(app.url, { ...far, authorization: `Bearer ${TOKEN}` })).toMatchObject({ status: 200 });
    for (const authorization of [undefined, 'Bearer ', `Bearer ${TOKEN}x`, TOKEN, `Basic ${TOKEN}`]) {
      const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
      expect(await ask(app.url, headers), authorization).toMatchObject({ status: 401, text: '' });
    }
  });
});
