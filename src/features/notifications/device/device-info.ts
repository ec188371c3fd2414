// What the server is told of the device that one is at. Pure: what the browser says is handed in.

import { browserOf, systemOf } from '#contract/agent.ts';
import type { DeviceInfo, PushInfo } from '#contract/notifications/device.ts';

export interface Surroundings {
  readonly userAgent: string;
  readonly touchPoints: number;
  /** Started from the home screen, in a window of its own. */
  readonly installed: boolean;
  readonly push: PushInfo;
  readonly debug: DeviceInfo['notification_debug'];
}

export function deviceInfoOf(here: Surroundings): DeviceInfo {
  const { userAgent, installed, push, debug } = here;
  const os = systemOf(here);
  const found = browserOf(userAgent);
  return {
    app_type: installed ? 'installed' : 'web',
    os,
    browser: found?.name ?? 'Other',
    browser_version: found?.version.slice(0, 60) ?? '',
    is_mobile: os === 'Android' || os === 'iOS',
    push,
    notification_debug: debug,
  };
}
