// What the tests of the second factor share: somebody's authenticator app, setting it up, and the first step of signing in.
import * as second from '#contract/auth/second-factor.ts';
import * as auth from '#contract/auth.ts';
import { codeAt, STEP_SECONDS } from '#server/features/auth/second-factor/totp.ts';
import type { TestApp } from '#tests/kit/app.ts';
import { TestClient } from '#tests/kit/client.ts';
import { PASSWORD } from '#tests/kit/factory.ts';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** What an authenticator app shows. `ahead`: that many steps later. */
export function codeOf(secret: string, ahead = 0): string {
  const bits = Array.from(secret, (letter) => LETTERS.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const bytes = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  return codeAt(Uint8Array.from(bytes), Math.floor(Date.now() / 1000 / STEP_SECONDS) + ahead);
}

/** A code that fits neither now nor in the steps beside it. */
export function wrongCode(secret: string): string {
  const right = [-2, -1, 0, 1, 2].map((ahead) => codeOf(secret, ahead));
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !right.includes(code)) ?? '';
}

/** Time passes: the code that the app shows now was not used yet. */
export const forgetSteps = (app: Pick<TestApp, 'sql'>, employee_id: string) =>
  app.sql('UPDATE second_factor SET last_step = 0, last_used_at = NULL WHERE employee_id = $1', [employee_id]);

/** Sets it up; the code that the app shows now was not used yet. `answer`: of a second factor, for whoever has one. */
export async function setUpTotp(
  app: Pick<TestApp, 'sql'>,
  client: TestClient,
  answer: object = {},
): Promise<{ secret: string; recovery: string[] }> {
  const { secret } = await client.call(second.beginTotp, { password: PASSWORD, ...answer });
  const { recovery_codes } = await client.call(second.confirmTotp, { code: codeOf(secret) });
  await forgetSteps(app, client.employee_id);
  return { secret, recovery: recovery_codes ?? [] };
}

export interface Challenged {
  readonly client: TestClient;
  readonly challenge_id: string;
  /** There is none yet, and the company demands one. */
  readonly to_set_up: boolean;
  /** What it can be answered with, or what can be set up. */
  readonly ways: readonly string[];
}

/** A browser that has given the right password, and owes the second factor. */
export async function challenged(
  url: string,
  email_id: string,
  given: { cookie?: string; company_id?: string } = {},
): Promise<Challenged> {
  const client = new TestClient(url);
  client.cookie = given.cookie ?? '';
  const { company_id } = given;
  const answer = await client.call(auth.login, { email_id, password: PASSWORD, ...(company_id && { company_id }) });
  if (!('challenge_id' in answer)) throw new Error('Nobody asks for a second factor');
  const { challenge_id, to_set_up, ways } = answer;
  return { client, challenge_id, to_set_up, ways };
}

/** With the code of the step before, so that the present one can be used at once; again where the next step has begun on the way. */
export async function confirmApp(api: TestClient, secret: string): Promise<readonly string[]> {
  const confirm = () => api.call(second.confirmTotp, { code: codeOf(secret, -1) });
  const { recovery_codes } = await confirm().catch(confirm);
  return recovery_codes ?? [];
}
