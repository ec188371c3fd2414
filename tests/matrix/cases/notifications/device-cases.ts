// The cases of devices. None of them takes pushes: nobody is told of anything here.
import { v7 as uuid } from 'uuid';
import * as device from '#contract/notifications/device.ts';
import { deviceOf, type Side } from '../../world.ts';
import { entry } from '../case.ts';

const own = ({ device_id }: Side) => ({ input: { device_id } });

export const deviceCases = [
  // By somebody else: of the owner's devices the first must stay.
  entry(device.updateDevice)((side) => ({
    by: side.member,
    input: {
      device_id: uuid(),
      device_info: deviceOf(side.word, {
        transport: 'web',
        permission: 'denied',
        endpoint: 'https://push.example/1',
        keys: { p256dh: 'BA', auth: 'AA' },
        token: side.word,
      }),
    },
  })),
  entry(device.getPush)(own),
  entry(device.testPush)(own),
];
