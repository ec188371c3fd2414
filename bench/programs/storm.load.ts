// The people of bench/storm.ts who log in: all at the same moment, and again whenever they were told to come back.
import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { login } from '#contract/auth.ts';
import { API_BASE } from '#contract/kernel/envelope.ts';
import { answer } from '../lib/child.ts';
import type { StormAnswer, StormQuestion } from '../storm.ts';

const agent = new Agent({ keepAlive: true });
/** Who has not got in by then has failed. */
const PATIENCE_MS = 600_000;

interface Told {
  readonly status: number;
  /** Seconds; NaN where nothing is said. */
  readonly retryAfter: number;
}

function knock(url: string, body: string): Promise<Told> {
  return new Promise((done, fail) => {
    const options = { agent, method: 'POST', headers: { 'content-type': 'application/json' } };
    const call = request(url + API_BASE + login.path, options, (said: IncomingMessage) => {
      said.resume();
      said.on('end', () =>
        done({ status: said.statusCode ?? 0, retryAfter: Number(said.headers['retry-after'] ?? Number.NaN) }),
      );
    });
    call.on('error', fail);
    call.end(body);
  });
}

answer<StormQuestion>(async ({ url, emails, password }) => {
  const counts = { signedIn: 0, sentAway: 0, withoutTime: 0, failed: 0, calls: 0 };
  const began = performance.now();
  const comeIn = async (email_id: string): Promise<void> => {
    const body = JSON.stringify({ email_id, password });
    for (let tries = 0; performance.now() - began < PATIENCE_MS; tries++) {
      counts.calls++;
      const { status, retryAfter } = await knock(url, body);
      if (status === 200) return void counts.signedIn++;
      if (status !== 429 && status !== 503) break;
      if (!tries) counts.sentAway++;
      if (Number.isNaN(retryAfter)) counts.withoutTime++;
      await sleep(1_000 * (retryAfter || 1));
    }
    counts.failed++;
  };
  await Promise.all(emails.map((email) => comeIn(email).catch(() => void counts.failed++)));
  return { ...counts, seconds: (performance.now() - began) / 1_000 } satisfies StormAnswer;
});
