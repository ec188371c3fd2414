// Operators for tests, made as people make them: by the link that the server prints, or that one of them makes, over HTTP.
import { randomBytes } from 'node:crypto';
import { invite, type Operator, setUp, signIn } from '#contract/operator.ts';
import { firstToken } from '#server/features/operator/accounts/setup.ts';
import type { TestApp } from '../kit/app.ts';
import { TestClient } from '../kit/client.ts';

export const OPERATOR = { email_id: 'olu@operator.example', password: 'seventeen brown kettles' } as const;

/** The first one, signed in. Fails where there is one already. */
export async function newOperator({ app, url }: Pick<TestApp, 'app' | 'url'>): Promise<TestClient> {
  const token = await firstToken(app.context.db);
  if (!token) throw new Error('There is an operator already');
  const client = new TestClient(url);
  await client.call(setUp, { token, name: 'Olu Operator', ...OPERATOR });
  return client;
}

/** The same account in another browser. */
export async function operatorAgain({ url }: Pick<TestApp, 'url'>): Promise<TestClient> {
  const client = new TestClient(url);
  await client.call(signIn, OPERATOR);
  return client;
}

export const newToken = (): string => randomBytes(32).toString('base64url');

export interface Another extends Operator {
  readonly client: TestClient;
  readonly password: string;
}

/** One more, by the link of one, signed in. */
export async function anotherOperator(by: TestClient, name = 'Otto'): Promise<Another> {
  const [token, some] = [newToken(), randomBytes(6).toString('hex')];
  await by.call(invite, { token });
  const client = new TestClient(by.url);
  const password = `kettles ${some}`;
  const made = await client.call(setUp, { token, name, email_id: `${some}@operator.example`, password });
  return { ...made, client, password };
}
