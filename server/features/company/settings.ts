// What a company can set, the defaults, and which values make sense. Pure.
import { type CompanyConfig, type ModuleName, moduleNames, type ThemeName, themes } from '#contract/company.ts';
import { AWAKE } from '#contract/notifications/awake.ts';
import { isTimeZone } from '#contract/time-zone.ts';

export type Settings = CompanyConfig['settings'];
export type Modules = Record<ModuleName, boolean>;

/** product.md 6: 8 characters unless the company asks for more; S5: never under 6. 3.3: nothing is fetched unasked. */
export const defaults: Settings = { time_zone: 'UTC', password_min_length: 8, link_previews: false, awake: AWAKE };
const PASSWORD = { min: 6, max: 64 };

/** `path` as in INVALID_REQUEST. */
export interface Problem {
  readonly path: string;
  readonly message: string;
}

const isModule = (name: string): name is ModuleName => (moduleNames as readonly string[]).includes(name);
export const isTheme = (name: string): name is ThemeName => Object.hasOwn(themes, name);

export type GivenSettings = { readonly [K in keyof Settings]?: Settings[K] | undefined };

/** What is wrong with the settings that are given. */
export function settingProblems(given: GivenSettings): Problem[] {
  const { time_zone, password_min_length: length } = given;
  const problems: Problem[] = [];
  if (time_zone !== undefined && !isTimeZone(time_zone))
    problems.push({ path: 'settings.time_zone', message: 'Not a time zone' });
  if (length !== undefined && (length < PASSWORD.min || length > PASSWORD.max)) {
    problems.push({ path: 'settings.password_min_length', message: `Must be from ${PASSWORD.min} to ${PASSWORD.max}` });
  }
  return problems;
}

/** Modules that are not known. */
export const moduleProblems = (given: Readonly<Record<string, boolean>>): Problem[] =>
  Object.keys(given).flatMap((name) =>
    isModule(name) ? [] : [{ path: `modules.${name}`, message: 'No such module' }],
  );

/** Every known module: on unless it was switched off. What is stored of a module that no longer exists is left out. */
export const allModules = (stored: Readonly<Record<string, boolean>>): Modules =>
  Object.fromEntries(moduleNames.map((name) => [name, stored[name] ?? true])) as Modules;

/** Settings with their defaults. */
export const allSettings = ({ time_zone, password_min_length, link_previews, awake }: GivenSettings): Settings => ({
  time_zone: time_zone !== undefined && isTimeZone(time_zone) ? time_zone : defaults.time_zone,
  password_min_length: password_min_length ?? defaults.password_min_length,
  link_previews: link_previews ?? defaults.link_previews,
  awake: awake ?? defaults.awake,
});
