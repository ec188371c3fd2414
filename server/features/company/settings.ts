// What a company can set, the defaults, and which values make sense. Pure.

import { isReadable, ownAccent } from '#contract/company/accent.ts';
import { type CompanyConfig, type ModuleName, moduleNames, type ThemeName, themes } from '#contract/company.ts';
import { AWAKE } from '#contract/notifications/awake.ts';
import { isTimeZone } from '#contract/time-zone.ts';

export type Settings = CompanyConfig['settings'];
export type Modules = Record<ModuleName, boolean>;

/** product.md 6: 8 characters unless the company asks for more; S5: never under 6. 3.3: nothing is fetched unasked. */
export const defaults: Settings = {
  app_name: null,
  app_short_name: null,
  app_icon: null,
  time_zone: 'UTC',
  password_min_length: 8,
  link_previews: false,
  awake: AWAKE,
  work_week: [0, 1, 2, 3, 4],
  retention_days: null,
  deactivated_days: null,
  space_creation: 'everybody',
  currency: 'GBP',
  point_unit_value: 0.01,
};

/** What a new company has besides. Who was there before keeps what it had: nothing is deleted that nobody has decided. */
export const fresh = { deactivated_days: 90 } as const satisfies GivenSettings;

/** `path` as in INVALID_REQUEST. */
export interface Problem {
  readonly path: string;
  readonly message: string;
}

const isModule = (name: string): name is ModuleName => (moduleNames as readonly string[]).includes(name);
export const isTheme = (name: string): name is ThemeName => Object.hasOwn(themes, name);

/** What is wrong with a theme: there is none of this name, or nobody could read the labels on its accent. */
export function themeProblems(name: string | undefined): Problem[] {
  if (name === undefined || isTheme(name)) return [];
  const accent = ownAccent(name);
  if (accent && isReadable(accent)) return [];
  const message = accent ? 'Labels on it must have a contrast of 4.5:1' : 'No such theme';
  return [{ path: 'color_theme', message }];
}

export type GivenSettings = { readonly [K in keyof Settings]?: Settings[K] | undefined };

const within =
  (min: number, max: number) =>
  (value: unknown): string | undefined =>
    typeof value === 'number' && value >= min && value <= max ? undefined : `Must be from ${min} to ${max}`;
const days = within(30, 36_500);
const currencies: ReadonlySet<unknown> = new Set(Intl.supportedValuesOf('currency'));
const weekdays = (value: unknown): boolean =>
  Array.isArray(value) && value.length > 0 && value.every((day, at) => day <= 6 && (at === 0 || day > value[at - 1]));

/** What is wrong with a value, where its shape does not say it already. */
const rules: { readonly [K in keyof Settings]?: (value: unknown) => string | undefined } = {
  time_zone: (value) => (isTimeZone(String(value)) ? undefined : 'Not a time zone'),
  // S5: never under 6. Nobody remembers more than this.
  password_min_length: within(6, 64),
  work_week: (value) => (weekdays(value) ? undefined : 'Must be days from 0 to 6, rising, at least one'),
  retention_days: (value) => (value === null ? undefined : days(value)),
  deactivated_days: (value) => (value === null ? undefined : days(value)),
  space_creation: (value) =>
    value === 'everybody' || value === 'permitted' ? undefined : 'Must be everybody or permitted',
  currency: (value) => (currencies.has(value) ? undefined : 'Not a currency'),
  point_unit_value: within(0.0001, 1000),
};

/** What is wrong with the settings that are given; one that there is not is wrong as well. */
export function settingProblems(given: Readonly<Record<string, unknown>>): Problem[] {
  return Object.entries(given).flatMap(([name, value]) => {
    if (value === undefined) return [];
    const known = Object.hasOwn(defaults, name);
    const message = known ? rules[name as keyof Settings]?.(value) : 'No such setting';
    return message ? [{ path: `settings.${name}`, message }] : [];
  });
}

/** Modules that are not known. */
export const moduleProblems = (given: Readonly<Record<string, boolean>>): Problem[] =>
  Object.keys(given).flatMap((name) =>
    isModule(name) ? [] : [{ path: `modules.${name}`, message: 'No such module' }],
  );

/** Every known module: on unless it was switched off. What is stored of a module that no longer exists is left out. */
export const allModules = (stored: Readonly<Record<string, boolean>>): Modules =>
  Object.fromEntries(moduleNames.map((name) => [name, stored[name] ?? true])) as Modules;

/** Settings with their defaults. What is stored and no longer known is left out. */
export function allSettings(stored: GivenSettings): Settings {
  const names = Object.keys(defaults) as (keyof Settings)[];
  const all = Object.fromEntries(names.map((name) => [name, stored[name] ?? defaults[name]])) as Settings;
  return isTimeZone(all.time_zone) ? all : { ...all, time_zone: defaults.time_zone };
}
