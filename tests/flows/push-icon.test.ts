// A push has the icon of the company's installed app: as it arrives, decrypted, and as anybody can fetch it then.
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as company from '#contract/company.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { TestCompany } from '#tests/kit/factory.ts';
import { png, upload } from '#tests/kit/files.ts';
import { type PushService, startPushService } from '#tests/kit/outside/push-service.ts';
import { registerAwake } from './notifications.fixture.ts';
import { eventually, push, saying, subscribe } from './push.fixture.ts';

const ORIGIN = 'https://limelight.bakery.example';
const picture = (name: string) => ({ folder: 'branding', name, is_private: false });

let service: PushService;
let app: TestApp;
beforeAll(async () => {
  service = await startPushService();
  app = await startTestApp({ publicUrl: ORIGIN }, { outbound: service.outbound });
});
afterAll(async () => {
  await app?.close();
  await service?.close();
});

/** Of the push that one of its people gets then. */
async function iconPushed({ owner, company_id }: TestCompany): Promise<string | undefined> {
  const device = await subscribe(service, owner);
  await push(app, company_id, saying(owner, 'Bread'));
  await eventually(device.titles, ['Bread']);
  return service.received.find(({ endpoint }) => endpoint === device.at.endpoint)?.payload.notification.icon;
}

test('of the icon that was chosen, or else of the logo; without either the app’s own; nobody has another company’s', async () => {
  const [both, logo, none] = [await registerAwake(app), await registerAwake(app), await registerAwake(app)];
  const [chosen, first, second] = await Promise.all([
    upload(both.owner, png(64, 64), picture('icon.png')),
    upload(both.owner, png(300, 120), picture('logo.png')),
    upload(logo.owner, png(120, 300), picture('logo.png')),
  ]);
  await both.owner.call(company.update, {
    company_logo: first.download_url,
    settings: { app_icon: chosen.download_url },
  });
  await logo.owner.call(company.update, { company_logo: second.download_url });
  const icon = await iconPushed(both);
  expect(icon).toBe(`${ORIGIN}${chosen.download_url}?icon=192`);
  expect(await iconPushed(logo)).toBe(`${ORIGIN}${second.download_url}?icon=192`);
  expect(await iconPushed(none)).toBeUndefined();

  // As a browser fetches it: with no session.
  const answer = await fetch(icon?.replace(ORIGIN, app.url) ?? '');
  const { width, height, format } = await sharp(await answer.bytes()).metadata();
  expect([answer.status, format, width, height]).toEqual([200, 'png', 192, 192]);
});

test('a picture of another company is none of this one’s; the longest address leaves room for words', async () => {
  const [owner, thief, long] = [await registerAwake(app), await registerAwake(app), await registerAwake(app)];
  const logo = await upload(owner.owner, png(64, 64), picture('logo.png'));
  await app.sql('UPDATE company SET company_logo = $2 WHERE company_id = $1', [thief.company_id, logo.download_url]);
  expect(await iconPushed(thief)).toBeUndefined();
  const named = await upload(long.owner, png(64, 64), picture(`${'n'.repeat(196)}.png`));
  await long.owner.call(company.update, { company_logo: named.download_url });
  expect((await iconPushed(long))?.length).toBeLessThan(400);
});
