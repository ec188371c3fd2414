// Notifications: what people are told of, and the devices that it is pushed to.
import type { Context, Feature } from '../../platform/feature.ts';
import type { AppIcon } from '../company/service.ts';
import { openDevices } from './devices/routes.ts';
import { judge } from './devices/wanted.ts';
import { notificationRoutes } from './routes.ts';
import type { IsHere } from './telling/telling.ts';
import { keepTelling } from './telling/telling-job.ts';

export function notificationsFeature(context: Context, isHere: IsHere, appIcon: AppIcon): Feature {
  const { publicUrl, port } = context.config;
  const appUrl = publicUrl ?? `http://localhost:${port}`;
  const devices = openDevices(context, judge, appIcon);
  const stopTelling = keepTelling({ ...context, isHere, appUrl });
  return {
    name: 'notifications',
    routes: [...notificationRoutes, ...devices.routes],
    stop: async () => {
      await stopTelling();
      await devices.stop();
    },
  };
}
