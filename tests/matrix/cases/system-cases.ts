// The cases of what the server hears of itself, and of what it writes down.
import * as audit from '#contract/audit.ts';
import { reportError } from '#contract/system/error-report.ts';
import { getTunnel, sendEnvelope } from '#contract/system/tunnel.ts';
import * as system from '#contract/system.ts';
import { TestClient } from '../../kit/client.ts';
import { entry } from './case.ts';

const nobody = new TestClient('');
const ID = 'c0ffee00c0ffee00c0ffee00c0ffee00';

/** An envelope of a replay in which nothing has happened. */
async function segment(by: TestClient): Promise<string> {
  const { dsn } = await by.call(getTunnel, {});
  const event = { type: 'replay_event', replay_id: ID, segment_id: 0 };
  return [{ dsn }, { type: 'replay_event' }, event, { type: 'replay_recording', length: 19 }, { segment_id: 0 }, []]
    .map((line) => JSON.stringify(line))
    .join('\n');
}

export const systemCases = [
  entry(system.live)(() => ({ by: nobody, input: {} })),
  entry(system.ready)(() => ({ by: nobody, input: {} })),
  entry(system.openapi)(() => ({ by: nobody, input: {} })),
  entry(reportError)(() => ({
    by: nobody,
    input: {
      kind: 'error',
      type: 'Error',
      message: 'It broke',
      stack: 'at x (https://a.example/assets/a.js:1:2)',
      app_version: '2.7.2',
      route: '/',
      recorded: { event: ID, replay: ID },
    },
  })),
  entry(getTunnel)(() => ({ input: {} })),
  entry(sendEnvelope)(async ({ owner }) => ({ input: { envelope: await segment(owner) } })),
];

export const auditCases = [
  entry(audit.listAudit)(
    ({ owner }) => ({
      input: {
        filters: {
          areas: ['auth', 'people'],
          employee_id: owner.employee_id,
          from: '2026-01-01T00:00:00.000Z',
          to: '2036-01-01T00:00:00.000Z',
        },
        limit: 10,
      },
    }),
    async ({ owner }) => {
      const { next_cursor } = await owner.call(audit.listAudit, { limit: 1 });
      return { input: { cursor: next_cursor ?? '' } };
    },
    () => ({ input: { filters: { actions: ['people.created'], words: 'people created' } } }),
  ),
  entry(audit.exportAudit)(
    ({ owner }) => ({
      input: {
        filters: {
          areas: ['people'],
          employee_id: owner.employee_id,
          from: '2026-01-01T00:00:00.000Z',
          to: '2036-01-01T00:00:00.000Z',
        },
      },
    }),
    () => ({ input: { filters: { actions: ['people.created'], words: 'people created' } } }),
  ),
  entry(audit.verifyAudit)(() => ({ input: { from: 1 } })),
];
