// What the second step of signing in asks of the server; apart from the other requests, for few people need it.
import { answerSecondFactor } from '#contract/auth/second-factor.ts';
import type { RequestOf } from '#contract/kernel/endpoint.ts';
import { app } from '#src/realtime/app.ts';
import { rememberChallenge } from './store.ts';

export async function answerChallenge(input: RequestOf<typeof answerSecondFactor>): Promise<void> {
  const session = await app.call(answerSecondFactor, input, { skipAuth: true });
  app.signIn(session);
  rememberChallenge('');
}
