import { expect, test } from 'vitest';
import { watchLaunches } from './launches.ts';

test('a start goes where it leads, the icon leaves the window as it is, and how the page was started is over', () => {
  let launch: (launch: { targetURL?: string }) => void = () => undefined;
  const queue = {
    setConsumer(consumer: typeof launch) {
      launch = consumer;
      // As after a reload.
      consumer({ targetURL: `${location.origin}/people` });
    },
  };
  Object.assign(window, { launchQueue: queue });
  const opened: string[] = [];
  watchLaunches((url) => opened.push(url));
  expect(opened).toEqual([]);
  launch({ targetURL: `${location.origin}/?source=pwa` });
  launch({ targetURL: 'https://elsewhere.example/people' });
  launch({});
  expect(opened).toEqual([]);
  launch({ targetURL: `${location.origin}/connect/space/1?message=2#x` });
  expect(opened).toEqual(['/connect/space/1?message=2#x']);
  Reflect.deleteProperty(window, 'launchQueue');
});
