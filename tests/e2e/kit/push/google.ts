// What Firebase's own code asks Google for from a page, answered here: an installation, and a token for the browser's subscription.
import type { BrowserContext, Request, Route } from 'playwright/test';
import type { FcmMessage, FcmService } from '#tests/kit/outside/fcm-service.ts';

export interface Registrations {
  /** Of Firebase's calls, in order: "POST installations", "DELETE registrations". */
  readonly calls: string[];
  /** The tokens that were given out, by the endpoint of the subscription that they are for. */
  readonly tokens: Map<string, string>;
  /** From now on nothing gets through to Google. */
  blocked: boolean;
}

const HOSTS = /^https:\/\/(firebaseinstallations|fcmregistrations)\.googleapis\.com\//;
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'access-control-allow-methods': 'GET, POST, PATCH, DELETE',
};
const ACCESS = 'access-of-an-installation';

export async function registerAt(google: FcmService, context: BrowserContext): Promise<Registrations> {
  const here: Registrations = { calls: [], tokens: new Map(), blocked: false };
  await context.route(HOSTS, async (route) => {
    const request = route.request();
    const url = new URL(request.url());
    if (here.blocked) return route.abort();
    if (request.method() === 'OPTIONS') return route.fulfill({ status: 204, headers: CORS });
    here.calls.push(`${request.method()} ${url.pathname.split('/')[4]}`);
    if (request.headers()['x-goog-api-key'] !== google.env['FCM_API_KEY']) return refuse(route, 'API key not valid');
    return url.pathname.endsWith('/installations')
      ? install(route, request, google)
      : register(route, request, google, here);
  });
  return here;
}

const say = (route: Route, json: object) => route.fulfill({ headers: CORS, json });
const refuse = (route: Route, message: string) =>
  route.fulfill({ status: 400, headers: CORS, json: { error: { code: 400, message, status: 'INVALID_ARGUMENT' } } });

async function install(route: Route, request: Request, google: FcmService): Promise<void> {
  const { fid, appId, authVersion } = request.postDataJSON() as Readonly<Record<string, string>>;
  if (appId !== google.env['FCM_APP_ID'] || authVersion !== 'FIS_v2') return refuse(route, 'Not its app');
  await say(route, {
    name: `projects/1/installations/${fid}`,
    fid,
    refreshToken: 'to-refresh',
    authToken: { token: ACCESS, expiresIn: '604800s' },
  });
}

async function register(route: Route, request: Request, google: FcmService, here: Registrations): Promise<void> {
  if (request.headers()['x-goog-firebase-installations-auth'] !== `FIS ${ACCESS}`)
    return refuse(route, 'Not installed');
  if (request.method() === 'DELETE') {
    for (const [endpoint, token] of here.tokens)
      if (request.url().endsWith(encodeURIComponent(token)) || request.url().endsWith(token))
        here.tokens.delete(endpoint);
    return say(route, {});
  }
  const { web } = request.postDataJSON() as { web: Readonly<Record<string, string>> };
  const { endpoint, p256dh, auth, applicationPubKey } = web;
  if (applicationPubKey !== google.env['FCM_VAPID_KEY']) return refuse(route, 'Not the key of the project');
  if (!endpoint || p256dh?.length !== 87 || auth?.length !== 22) return refuse(route, 'Not a subscription');
  const token = here.tokens.get(endpoint) ?? google.register();
  here.tokens.set(endpoint, token);
  return say(route, { token });
}

/** A message as Firebase brings it to a browser. */
export const asBrought = (message: FcmMessage | undefined, google: FcmService): string =>
  JSON.stringify({
    data: message?.data,
    from: google.env['FCM_SENDER_ID'],
    priority: 'normal',
    fcmMessageId: crypto.randomUUID(),
  });
