// What pages say at any moment, however short.
import type { BrowserContext } from 'playwright/test';

/** All that pages of the context say, at each moment, in documents from the next one on. */
export async function listen(context: BrowserContext): Promise<string[]> {
  const said: string[] = [];
  await context.exposeFunction('say', (text: string) => said.push(text));
  await context.addInitScript(() => {
    const { say } = globalThis as unknown as { say(text: string): void };
    const look = () => document.body && say(document.body.innerText);
    new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
  });
  return said;
}
