// The rules of a company's configuration, and what other features ask of it.
import { isDeepStrictEqual } from 'node:util';
import type { InferOutput } from 'valibot';
import { ownAccent } from '#contract/company/accent.ts';
import {
  type CompanyConfig,
  configChanged,
  type ModuleName,
  modulesChanged,
  type theme,
  themes,
  type update,
} from '#contract/company.ts';
import type { ParsedOf } from '#contract/kernel/endpoint.ts';
import type { Actor, Operator } from '../../platform/actor.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Tx } from '../../platform/db/database.ts';
import { emit } from '../../platform/events/emit.ts';
import { AppError, invalid } from '../../platform/http/errors.ts';
import { loadCompany, updateCompany } from '../auth/service.ts';
import { type ConfigRow, insertConfig, loadConfig, lockConfig, updateConfig } from './repo.ts';
import {
  allModules,
  allSettings,
  fresh,
  type GivenSettings,
  type Modules,
  moduleProblems,
  type Problem,
  type Settings,
  settingProblems,
  themeProblems,
} from './settings.ts';
import { findValues } from './values/values-repo.ts';

export { type AppIcon, createAppIcon } from './manifest/icon.ts';
export { companiesLettingGo, companiesWithRetention } from './repo.ts';

/** The configuration of a fresh company. INVALID_REQUEST for an unknown time zone. */
export async function createDefaults(tx: Tx, { time_zone }: { time_zone: string }): Promise<void> {
  if (settingProblems({ time_zone }).length) throw invalid([{ path: 'time_zone', message: 'Not a time zone' }]);
  await insertConfig(tx, 'default', { ...fresh, time_zone });
}

/** Names of the modules that are on. */
export async function modulesOf(tx: Tx): Promise<ModuleName[]> {
  const modules = allModules((await loadConfig(tx)).modules);
  return (Object.keys(modules) as ModuleName[]).filter((name) => modules[name]);
}

/** The company's settings, with the default for each that was never set. */
export const settingsOf = async (tx: Tx): Promise<Settings> => allSettings((await loadConfig(tx)).settings);

/** The module map, every known module in it. */
export const moduleMap = async (tx: Tx): Promise<Modules> => allModules((await loadConfig(tx)).modules);

/** Addresses of the pictures that its values have, and of the installed app's icon. */
export const iconsInUse = async (tx: Tx): Promise<string[]> =>
  [...(await findValues(tx)).map(({ icon_url }) => icon_url), (await settingsOf(tx)).app_icon].filter(
    (url) => url !== null,
  );

/** The whole configuration. */
export const configOf = async (tx: Tx): Promise<CompanyConfig> => present(tx, await loadConfig(tx));

async function present(tx: Tx, row: ConfigRow): Promise<CompanyConfig> {
  const { company_name, company_logo } = await loadCompany(tx);
  return {
    company_id: tx.company_id,
    company_name,
    company_logo,
    color_theme: row.color_theme,
    values: (await findValues(tx)).map(({ value_id, name, icon_url }) => ({ value_id, name, icon_url })),
    modules: allModules(row.modules),
    settings: allSettings(row.settings),
  };
}

/** What configuring asks of others. They import this file, so server/registry.ts hands it in. */
export interface ConfigPorts {
  /** Who is an employee and nothing else may do more or less than before. */
  tellAllowed(tx: Tx): Promise<void>;
}

/** Changes what is given, and tells everybody if anything differs. INVALID_CONFIG_SETTING with the places; then nothing is changed. */
export async function changeConfig(
  tx: Tx,
  actor: Actor,
  input: ParsedOf<typeof update>,
  { tellAllowed }: ConfigPorts,
): Promise<CompanyConfig> {
  const { color_theme, settings = {}, company_name, company_logo } = input;
  refuse([...themeProblems(color_theme), ...settingProblems(settings)]);
  const row = await lockConfig(tx);
  const before = await present(tx, row);
  const after: ConfigRow = {
    color_theme: color_theme ?? row.color_theme,
    settings: { ...row.settings, ...(settings as GivenSettings) },
    modules: row.modules,
  };
  await updateConfig(tx, after);
  if (company_name !== undefined || company_logo !== undefined) await updateCompany(tx, { company_name, company_logo });
  const config = await present(tx, after);
  if (isDeepStrictEqual(before, config)) return config;
  await emit(tx, configChanged, 'company', config);
  if (before.settings.space_creation !== config.settings.space_creation) await tellAllowed(tx);
  const { settings: _given, ...others } = input;
  const fields = [...Object.keys(others), ...Object.keys(settings).map((name) => `settings.${name}`)];
  await audit(tx, actor.company_id, actor.employee_id, 'company.config_changed', {
    fields,
    // How long messages and accounts are kept are the ones of them that take something away.
    ...(settings.retention_days !== undefined && { retention_days: config.settings.retention_days }),
    ...(settings.deactivated_days !== undefined && { deactivated_days: config.settings.deactivated_days }),
  });
  return config;
}

/** Switches the named modules on or off and leaves the others; told to everybody if anything differs. */
export async function changeModules(
  tx: Tx,
  by: Pick<Actor, 'employee_id'> | Pick<Operator, 'operator_id'>,
  given: Readonly<Record<string, boolean>>,
  bus: Bus,
): Promise<Modules> {
  refuse(moduleProblems(given));
  const row = await lockConfig(tx);
  const before = allModules(row.modules);
  const after = allModules({ ...row.modules, ...given });
  if (JSON.stringify(before) === JSON.stringify(after)) return after;
  await updateConfig(tx, { ...row, modules: after });
  await emit(tx, modulesChanged, 'company', { modules: after });
  const { company_id } = tx;
  const switched = Object.fromEntries(Object.entries(after).filter(([name, on]) => before[name as ModuleName] !== on));
  const detail = { modules: after, switched };
  if ('employee_id' in by) await audit(tx, company_id, by.employee_id, 'company.modules_changed', detail);
  else await audit(tx, company_id, null, 'operator.modules_changed', { ...detail, operator_id: by.operator_id });
  tx.afterCommit(() => bus.signal({ type: 'actors_changed', company_id }));
  return after;
}

/** The four themes of S4, and the company's own while it has one; one of them selected. */
export async function listThemes(tx: Tx): Promise<InferOutput<typeof theme>[]> {
  const { color_theme } = await loadConfig(tx);
  const own = ownAccent(color_theme);
  const all = [...Object.entries(themes), ...(own ? [[color_theme, own] as const] : [])];
  return all.map(([name, accent]) => ({
    theme_id: name,
    name,
    accent,
    gray: 'olive' as const,
    selected: name === color_theme,
  }));
}

/** INVALID_CONFIG_SETTING with the places, if there are any. */
export function refuse(problems: readonly Problem[]): void {
  if (problems.length) throw new AppError('INVALID_CONFIG_SETTING', { data: problems });
}
