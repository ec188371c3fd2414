// Devices over HTTP, and what pushes to them in the background.
import * as contract from '#contract/notifications/device.ts';
import { type Context, implement, type Route } from '../../../platform/feature.ts';
import type { AppIcon } from '../../company/service.ts';
import { type Judge, keepDelivering } from './delivering.ts';
import { presentPush, tryPush, updateDevice } from './devices.ts';
import { createSender } from './sending.ts';

export interface Devices {
  readonly routes: readonly Route[];
  /** Waits for what is being sent. */
  readonly stop: () => Promise<void>;
}

/** Delivers from now on. `judge` is asked right before each push. */
export function openDevices(context: Context, judge: Judge, appIcon: AppIcon): Devices {
  const ready = createSender(context, appIcon);
  // At the first run the keys are made before anybody asks.
  ready().catch((error: unknown) => context.log.error({ err: error }, 'push keys'));
  return {
    routes: implement(contract, {
      updateDevice: async ({ actor }, { device_id, device_info }) =>
        updateDevice(context, actor, device_id, device_info),
      getPush: ({ tx, actor }, { device_id }) => presentPush(tx, context.config, ready, actor, device_id),
      testPush: ({ tx, actor }, { device_id }) => tryPush(tx, context, ready, actor, device_id),
    }),
    stop: keepDelivering(context, ready, judge),
  };
}
