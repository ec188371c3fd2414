// A server that is full says when to come back (tests of who is sent away: auth/passwords/turnstile.test.ts, bench/storm.ts): the page
// keeps the place, says how long it is, and logs in by itself.
import { login } from '#contract/auth.ts';
import { API_BASE, type Failure } from '#contract/kernel/envelope.ts';
import { PASSWORD } from '#tests/kit/factory.ts';
import { judge } from './kit/axe.ts';
import { NO_WORKER, PHONE } from './kit/browser.ts';
import { expect, test } from './kit/test.ts';

for (const [name, device] of [
  ['desktop', {}],
  ['phone', PHONE],
] as const)
  test(`whoever finds the server full waits in line and gets in, ${name}`, async ({
    company: { ines },
    open,
    watch,
  }) => {
    watch.allow(/status of 503/);
    const page = await open(null, { path: '/sign-in', ...device, ...NO_WORKER });
    let asked = 0;
    await page.route(`**${API_BASE}${login.path}`, (route) => {
      if (++asked > 1) return route.continue();
      const body: Failure = { status: 'error', error_code: 'SIGN_IN_FULL', message: 'Full' };
      return route.fulfill({ status: 503, headers: { 'retry-after': '40' }, json: body });
    });
    await page.getByRole('textbox', { name: 'Work e-mail', exact: true }).fill(ines.email);
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Password', exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(page.getByText('You keep your place', { exact: false })).toBeVisible();
    await expect(page.getByText(/^0:[0-3]\d$/)).toBeVisible();
    await judge(page, `sign-in, in line, ${name}`);
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(page.getByRole('navigation').first()).toBeVisible({ timeout: 90_000 });
    expect(asked).toBe(2);
  });
