// Privacy: what is kept about somebody, as one file for them.
import * as contract from '#contract/privacy.ts';
import { type Context, type Feature, implement } from '../../platform/feature.ts';
import { ask, askFor, loadExport } from './asking.ts';
import type { PrivacyDeps, PrivacyPorts } from './deps.ts';
import { keepExporting } from './export-job.ts';

export function privacyFeature({ db, log, mailer, config }: Context, ports: PrivacyPorts): Feature {
  const settings = `${config.publicUrl ?? `http://localhost:${config.port}`}/settings/privacy`;
  const deps: PrivacyDeps = { ...ports, db, log, mailer, settings };
  const exports = keepExporting(deps);
  return {
    name: 'privacy',
    stop: exports.stop,
    routes: implement(contract, {
      getExport: ({ tx, actor }) => loadExport(tx, actor, deps),
      askExport:
        async ({ actor }, { password }) =>
        async () => {
          await ports.proof.proveAgain(actor, password);
          return db.company(actor.company_id, async (tx) => {
            tx.afterCommit(exports.wake);
            return { data_export: await ask(tx, actor, actor.employee_id) };
          });
        },
      askExportFor:
        async ({ actor }, { employee_id, password }) =>
        async () => {
          await ports.proof.proveAgain(actor, password);
          return db.company(actor.company_id, async (tx) => {
            tx.afterCommit(exports.wake);
            const { status } = await askFor(tx, actor, employee_id, deps);
            return { status };
          });
        },
    }),
  };
}
