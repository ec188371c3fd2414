// The audit log: what is recorded by all the others (platform/audit) is chained, read and checked here.
import * as contract from '#contract/audit.ts';
import { type Context, type Feature, implement } from '../../platform/feature.ts';
import { exportLog } from './exporting.ts';
import { keepWritingHeads } from './heads.ts';
import { listLog, verifyLog } from './reading.ts';
import { keepRemovingOld } from './removing-old.ts';
import { keepSealing } from './sealing.ts';

export function auditFeature(context: Context): Feature {
  const stops = [keepSealing(context), keepRemovingOld(context), keepWritingHeads(context)];
  return {
    name: 'audit',
    routes: implement(contract, {
      listAudit: ({ tx }, input) => listLog(tx, input),
      exportAudit: exportLog,
      verifyAudit: ({ tx }, input) => verifyLog(tx, input, context),
    }),
    stop: async () => void (await Promise.all(stops.map((stop) => stop()))),
  };
}
