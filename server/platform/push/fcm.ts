// One push to one token of Firebase Cloud Messaging (HTTP v1). It encrypts for the browser, not we: Google can read what it says.
// Only data goes out, so that our own worker shows it as it shows every other push.
import { FCM_KEY, PUSH_BYTES, type PushPayload } from '#contract/notifications/push.ts';
import type { FcmConfig } from '../config/fcm.ts';
import type { Outbound, Posted } from '../outbound/outbound.ts';
import { AccessRefused, createAccess } from './access.ts';
import { fit } from './fit.ts';
import type { PushKeys } from './keys.ts';
import { isPassing, laterThan, type Manner, type PushOutcome, type Send, unanswered } from './outcome.ts';
import { topicOf } from './topic.ts';

export interface FcmOptions {
  readonly outbound: Outbound;
  readonly fcm: FcmConfig;
  /** Hide which notification it is that one takes the place of. */
  readonly keys: PushKeys;
}

/** Who is told to slow down without being told for how long waits so many seconds, as Google asks. */
const SLOWER_S = 60;

export function createFcm({ outbound, fcm, keys }: FcmOptions): Send<string> {
  const access = createAccess(outbound, fcm.account);
  const address = `https://fcm.googleapis.com/v1/projects/${fcm.app.projectId}/messages:send`;
  const post = async (body: Buffer, again = true): Promise<Posted> => {
    const token = await access.token();
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const answer = await outbound.post(address, { headers, body });
    // That one is about the project's own keys, not about our access.
    if (!again || answer.status !== 401 || errorIn(answer.said).code === 'THIRD_PARTY_AUTH_ERROR') return answer;
    access.drop(token);
    return post(body, false);
  };
  return async (token, payload, manner) => {
    const topic = topicOf(payload.notification.tag, keys);
    const body = Buffer.from(JSON.stringify({ message: messageOf(token, payload, manner, topic) }));
    try {
      return outcomeOf(await post(body));
    } catch (error) {
      if (!(error instanceof AccessRefused)) return unanswered(error);
      return { ...laterThan(error.answer, error.message), ours: !isPassing(error.answer.status) };
    }
  };
}

/** As many bytes as it has as a text in the JSON that Firebase wraps it in. */
const sizeOf = (payload: PushPayload): number => Buffer.byteLength(JSON.stringify(JSON.stringify(payload)));

const messageOf = (token: string, payload: PushPayload, { urgency, ttl }: Manner, topic: string) => ({
  token,
  data: { [FCM_KEY]: fit(payload, PUSH_BYTES, sizeOf).toString() },
  webpush: { headers: { Urgency: urgency, TTL: String(ttl), Topic: topic } },
});

function outcomeOf(answer: Posted): PushOutcome {
  const { status, said } = answer;
  if (status >= 200 && status < 300) return { kind: 'accepted', status, reason: null };
  const { code, aboutToken } = errorIn(said);
  const reason = `Firebase answered ${status}${code ? `, ${code}` : ''}`;
  // A token of another project is as good as none: the device registers anew.
  if (status === 404 || aboutToken || code === 'SENDER_ID_MISMATCH') return { kind: 'gone', status, reason };
  if (isPassing(status)) return laterThan(answer, reason, status === 429 ? SLOWER_S : undefined);
  return { kind: 'refused', status, reason, ours: status === 401 || status === 403 };
}

interface Said {
  readonly error?: {
    readonly status?: unknown;
    readonly message?: unknown;
    readonly details?: readonly {
      readonly errorCode?: unknown;
      readonly fieldViolations?: readonly { readonly field?: unknown }[];
    }[];
  };
}

/** What Firebase says is wrong. `aboutToken`: that is the token. */
function errorIn(said: string): { readonly code: string | null; readonly aboutToken: boolean } {
  try {
    const { status, message, details = [] } = (JSON.parse(said) as Said).error ?? {};
    const given = details.find((one) => one.errorCode !== undefined)?.errorCode ?? status;
    const code = typeof given === 'string' && /^[A-Z_]{1,40}$/.test(given) ? given : null;
    const fields = details.flatMap((one) => one.fieldViolations ?? []).map(({ field }) => field);
    const isInvalid = code === 'INVALID_ARGUMENT';
    // Nothing else tells a token that cannot be one from a message that cannot be one.
    const aboutToken = isInvalid && (fields.includes('message.token') || /registration token/i.test(String(message)));
    return { code, aboutToken: aboutToken || code === 'UNREGISTERED' };
  } catch {
    return { code: null, aboutToken: false };
  }
}
