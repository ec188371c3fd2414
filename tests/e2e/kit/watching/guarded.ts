// What hostile texts would do if a page let them: break its security policy, run, or ask for something elsewhere.
import type { BrowserContext, Page } from 'playwright/test';

export interface Guarded {
  /** What was asked of anybody but the server. */
  readonly strayed: readonly string[];
  /** Of a page that was opened since: what its policy had to stop, and what has run. */
  found(page: Page): Promise<object>;
}

/** What `found` says of a page on which nothing happened. */
export const NOTHING = { violations: [], pwned: undefined, polluted: undefined };

export async function guarded(context: BrowserContext): Promise<Guarded> {
  const strayed: string[] = [];
  context.on('request', (request) => {
    if (!/^(http:\/\/127\.0\.0\.1:\d+\/|data:image\/|blob:http:\/\/127)/.test(request.url()))
      strayed.push(request.url());
  });
  await context.addInitScript(() => {
    const violations: string[] = [];
    Object.assign(globalThis, { violations });
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
      violations.push(`${violatedDirective}: ${blockedURI} ${sample}`),
    );
  });
  const found = (page: Page) =>
    page.evaluate(() => {
      const { violations, pwned } = globalThis as { violations?: string[]; pwned?: unknown };
      return { violations, pwned, polluted: ({} as { polluted?: unknown }).polluted };
    });
  return { strayed, found };
}
