// The words in which the tests of Firebase Cloud Messaging speak: what stands for Google, and browsers that are registered there.
import { createECDH } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import { getPush, updateDevice } from '#contract/notifications/device.ts';
import type { Config } from '#server/platform/config/config.ts';
import { fcmProject } from '#server/platform/config/fcm.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { type FcmService, startFcmService } from '#tests/kit/outside/fcm-service.ts';
import { infoOf } from './push.fixture.ts';

/** Google with a project of its own. */
export const startGoogle = (): Promise<FcmService> =>
  startFcmService(createECDH('prime256v1').generateKeys('base64url'));

/** Settings of a server that has the project. */
export const projectOf = (google: FcmService): Pick<Config, 'fcm' | 'publicUrl'> => ({
  fcm: fcmProject(google.env),
  publicUrl: 'https://limelight.bakery.example',
});

/** The same of each. */
export const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

/** A browser of theirs that has registered at Firebase, with this token if it is given. */
export async function registerAt(
  google: FcmService,
  by: TestClient,
  given: { token?: string; device_id?: string } = {},
) {
  const { token = google.register(), device_id = uuid() } = given;
  const device_info = infoOf({ transport: 'fcm', permission: 'granted', token });
  await by.call(updateDevice, { device_id, device_info });
  return {
    token,
    device_id,
    known: async () => (await by.call(getPush, { device_id })).device,
    titles: () => google.shownAt(token).map((one) => one.title),
    answers: () => google.asked.filter((one) => one.token === token).map((one) => one.status),
    messages: () => google.taken.filter((one) => one.token === token),
  };
}
