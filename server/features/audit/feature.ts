// The audit log: what is recorded by all the others (platform/audit) is chained, read and checked here.
import * as contract from '#contract/audit.ts';
import { type Context, type Feature, implement } from '../../platform/feature.ts';
import { exportLog } from './exporting.ts';
import { listLog, verifyLog } from './reading.ts';
import { keepSealing } from './sealing.ts';

export const auditFeature = (context: Context): Feature => ({
  name: 'audit',
  routes: implement(contract, {
    listAudit: ({ tx }, input) => listLog(tx, input),
    exportAudit: exportLog,
    verifyAudit: ({ tx }, input) => verifyLog(tx, input),
  }),
  stop: keepSealing(context),
});
