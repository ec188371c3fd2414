// The company's configuration: themes, modules, general settings (S7 "Config" and /general/uniteam/config).
import * as v from 'valibot';
import { endpoint, event } from './kernel/endpoint.ts';
import { count, empty, events, id, text, url } from './kernel/fields.ts';
import { week } from './week.ts';

/** Areas that a company can switch off. Off: no menu entry, no route, no call answered. */
export const moduleNames = ['chat', 'people', 'push'] as const;
export type ModuleName = (typeof moduleNames)[number];
const modules = v.record(v.string(), v.boolean());

/** S4: name → accent; gray is olive in all. */
export const themes = {
  default: 'lime',
  Custom_Mob_1: 'violet',
  Custom_Eventlink: 'green',
  Custom_Tron: 'orange',
} as const;
export type ThemeName = keyof typeof themes;

const config = v.strictObject({
  company_id: id,
  company_name: v.string(),
  company_logo: v.nullable(v.string()),
  /** One of the above, or the company's own (company/accent.ts): `Custom_0b6bcb`. */
  color_theme: v.string(),
  values: v.array(v.strictObject({ value_id: id, name: v.string(), icon_url: v.nullable(v.string()) })),
  modules,
  settings: v.strictObject({
    /** What the installed app is called; null: as the company. The short one is for home screens. */
    app_name: v.nullable(v.string()),
    app_short_name: v.nullable(v.string()),
    /** The icon of the installed app; null: the logo. */
    app_icon: v.nullable(v.string()),
    time_zone: v.string(),
    password_min_length: count,
    /** The server looks what is behind links of messages. Off: it asks nothing, and what it found before is not shown. */
    link_previews: v.boolean(),
    /** When notifications may sound, for who has no hours of their own. */
    awake: week,
    /** Days on which people work: 0 is Monday, 6 Sunday; rising. */
    work_week: v.array(count),
    /** Messages that are older are removed for good; null: they are kept. */
    retention_days: v.nullable(count),
    /** Accounts that have been INACTIVE for so long are deleted, as by people.employee.delete; null: they are kept. */
    deactivated_days: v.nullable(count),
    /** `permitted`: that somebody is an employee is not enough, another role has to allow it. */
    space_creation: v.picklist(['everybody', 'permitted']),
    /** ISO 4217, and what one point is worth of it. */
    currency: v.string(),
    point_unit_value: v.number(),
  }),
});
export type CompanyConfig = v.InferOutput<typeof config>;

export const get = endpoint({
  name: 'company.config.get',
  method: 'GET',
  path: '/config/company/get',
  access: 'session',
  rate: 'read',
  input: empty,
  output: config,
});

export const update = endpoint({
  name: 'company.config.update',
  method: 'POST',
  path: '/config/company/update',
  access: { all: ['company.configure'] },
  rate: 'write',
  // What is older is gone for good.
  proof: { when: ({ settings }) => settings?.retention_days !== undefined || settings?.deactivated_days !== undefined },
  input: v.strictObject({
    company_name: v.optional(text(120, 1)),
    company_logo: v.optional(v.nullable(url)),
    color_theme: v.optional(text(60)),
    settings: v.optional(
      // Names that are not known, and values that make no sense, are INVALID_CONFIG_SETTING with their places.
      v.looseObject({
        app_name: v.optional(v.nullable(text(60, 1))),
        app_short_name: v.optional(v.nullable(text(30, 1))),
        app_icon: v.optional(v.nullable(url)),
        time_zone: v.optional(text(64, 1)),
        password_min_length: v.optional(count),
        link_previews: v.optional(v.boolean()),
        awake: v.optional(week),
        work_week: v.optional(v.pipe(v.array(count), v.maxLength(7))),
        retention_days: v.optional(v.nullable(count)),
        deactivated_days: v.optional(v.nullable(count)),
        space_creation: v.optional(text(20, 1)),
        currency: v.optional(text(3, 1)),
        point_unit_value: v.optional(v.number()),
      }),
    ),
  }),
  output: v.strictObject({ config, events }),
  errors: { INVALID_CONFIG_SETTING: 400 },
});

export const theme = v.strictObject({
  theme_id: v.string(),
  name: v.string(),
  /** Of the four its name, of the company's own the colour. */
  accent: v.string(),
  gray: v.literal('olive'),
  selected: v.boolean(),
});
export const listThemes = endpoint({
  name: 'company.theme.list',
  method: 'GET',
  path: '/config/theme/list',
  access: 'session',
  rate: 'read',
  input: v.strictObject({ company_id: v.optional(id) }),
  output: v.array(theme),
  refs: { company_id: 'company' },
  errors: { AUTH_WRONG_COMPANY: 403 },
});

export const getModules = endpoint({
  name: 'company.module.get',
  method: 'GET',
  path: '/config/company/module/get',
  access: 'session',
  rate: 'read',
  input: v.strictObject({ company_id: v.optional(id) }),
  output: modules,
  refs: { company_id: 'company' },
  errors: { AUTH_WRONG_COMPANY: 403 },
});

export const updateModules = endpoint({
  name: 'company.module.update',
  method: 'PATCH',
  path: '/config/company/module/update',
  access: { all: ['modules.manage'] },
  rate: 'write',
  input: v.strictObject({ company_id: id, modules }),
  output: v.strictObject({ modules, events }),
  refs: { company_id: 'company' },
  errors: { AUTH_WRONG_COMPANY: 403, INVALID_CONFIG_SETTING: 400 },
});

export const general = endpoint({
  name: 'company.general.get',
  method: 'GET',
  path: '/general/uniteam/config',
  access: 'session',
  rate: 'read',
  input: empty,
  output: v.strictObject({
    point_unit_value: v.number(),
    currency: v.string(),
    survey_threshold: count,
    upload_limits: v.record(v.string(), count),
    version: v.string(),
    features: v.record(v.string(), v.boolean()),
  }),
});

/**
 * The manifest of the installed app, with `?company_id=`: read by browsers, not by calls. It says of a company what its front
 * door says: name, icon or logo, colour. Of one that there is not, it is the app's own.
 */
export const MANIFEST_PATH = '/config/manifest';

/** Name, logo, theme or settings changed: the whole configuration. */
export const configChanged = event({ name: 'company.config_changed', topic: 'company', payload: config });
export const modulesChanged = event({
  name: 'company.modules_changed',
  topic: 'company',
  payload: v.strictObject({ modules }),
});
