// The cases of what the server hears of itself.
import { reportError } from '#contract/system/error-report.ts';
import { TestClient } from '../../kit/client.ts';
import { entry } from './case.ts';

export const systemCases = [
  entry(reportError)(() => ({
    by: new TestClient(''),
    input: {
      kind: 'error',
      type: 'Error',
      message: 'It broke',
      stack: 'at x (https://a.example/assets/a.js:1:2)',
      app_version: '2.7.2',
      route: '/',
    },
  })),
];
