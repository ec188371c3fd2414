// The endpoints of the company's configuration: from the wire to the rules and back.
import * as values from '#contract/company/values.ts';
import * as contract from '#contract/company.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Context, Route } from '../../platform/feature.ts';
import { implement } from '../../platform/feature.ts';
import { AppError } from '../../platform/http/errors.ts';
import { generalConfig } from './general.ts';
import {
  type ConfigPorts,
  changeConfig,
  changeModules,
  configOf,
  listThemes,
  moduleMap,
  settingsOf,
} from './service.ts';
import { changeValues, listValues } from './values/values.ts';

/** A company named in the request is a hint; only the session's own will do. */
function checkOwn(actor: Actor, company_id: string | undefined): void {
  if (company_id !== undefined && company_id !== actor.company_id) throw new AppError('AUTH_WRONG_COMPANY');
}

export function companyRoutes({ bus }: Context, ports: ConfigPorts): Route[] {
  const config = implement(contract, {
    get: ({ tx }) => configOf(tx),
    update: async ({ tx, actor }, input) => ({
      config: await changeConfig(tx, actor, input, ports),
      events: tx.events,
    }),
    listThemes: async ({ tx, actor }, { company_id }) => {
      checkOwn(actor, company_id);
      return listThemes(tx);
    },
    getModules: async ({ tx, actor }, { company_id }) => {
      checkOwn(actor, company_id);
      return moduleMap(tx);
    },
    updateModules: async ({ tx, actor }, { company_id, modules }) => {
      checkOwn(actor, company_id);
      return { modules: await changeModules(tx, actor, modules, bus), events: tx.events };
    },
    general: async ({ tx }) => generalConfig(await settingsOf(tx)),
  });
  return [
    ...config,
    ...implement(values, {
      listValues: ({ tx }, { search }) => listValues(tx, search),
      updateValues: async ({ tx, actor }, input) => ({
        values: await changeValues(tx, actor, input),
        events: tx.events,
      }),
    }),
  ];
}
