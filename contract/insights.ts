// The dashboard: how much of the company uses the app, in numbers alone (product.md 3.10). Nobody is named, nothing that somebody wrote
// is read, and of a group of fewer than MIN_GROUP people nothing is said.
import * as v from 'valibot';
import { endpoint } from './kernel/endpoint.ts';
import { count, id } from './kernel/fields.ts';
import { fileAnswer } from './kernel/file-answer.ts';

/** Of fewer people nothing is said; nor of the next smallest group, where what is hidden could be worked out without that. */
export const MIN_GROUP = 5;

/** Days that a dashboard looks back, today included. */
export const ranges = ['7', '30', '90', '365'] as const;
export type Range = (typeof ranges)[number];

const access = { all: ['insights.view'] } as const;
const input = v.strictObject({ days: v.picklist(ranges) });
/** `YYYY-MM-DD`, by the calendar of the company's time zone. */
const day = v.pipe(v.string(), v.isoDate());
/** Null: not known, because nothing was recorded then. `before`: the same of the time before. */
const figure = v.strictObject({ value: v.nullable(count), before: v.nullable(count) });

const dashboard = v.strictObject({
  time_zone: v.string(),
  today: day,
  /** Fewer people than MIN_GROUP have an account that works: the figures are null, and the lists empty. */
  too_few: v.boolean(),
  /** Chat is switched on: otherwise nothing is said of messages. */
  chat: v.boolean(),
  /** With an account that works. */
  people: v.nullable(count),
  figures: v.strictObject({
    /** Who used the app today, and yesterday; of those whose account works. */
    active_day: figure,
    /** On any of the last 7 days, and of the 7 before. */
    active_week: figure,
    active_month: figure,
    /** Sent in the range, and in the one before; also those that were deleted later. */
    messages: figure,
    /** Of the last 30 days, and of the 30 before. */
    writers: figure,
    spaces: figure,
  }),
  /** A day each, oldest first. Null: not recorded, or on that day there were fewer than MIN_GROUP people. */
  series: v.array(
    v.strictObject({
      day,
      active: v.nullable(count),
      writers: v.nullable(count),
      direct: v.nullable(count),
      in_spaces: v.nullable(count),
      in_groups: v.nullable(count),
    }),
  ),
  /** From who was invited to who is reached, of those who are still wanted here; null if there are too few. */
  adoption: v.nullable(
    v.strictObject({ invited: count, accepted: count, active: count, installed: count, notified: count }),
  ),
  /** By name; of the 30 days that ended yesterday, once a day. `department_id` null: who is in none. Numbers are null where too few
   * people would be shown. */
  departments: v.array(
    v.strictObject({
      department_id: v.nullable(id),
      name: v.string(),
      people: v.nullable(count),
      /** Hundredths in steps of ten: 10 is under 20, 90 is over 80. */
      active_share: v.nullable(count),
      /** Sent in spaces, in two digits. */
      messages: v.nullable(count),
    }),
  ),
});
export type Dashboard = v.InferOutput<typeof dashboard>;
export type SeriesDay = Dashboard['series'][number];

/** A few minutes old at most. */
export const getDashboard = endpoint({
  name: 'insights.dashboard.get',
  method: 'GET',
  path: '/insights/dashboard/get',
  access,
  rate: 'read',
  input,
  output: dashboard,
});

/** The days of the range as comma-separated values. That somebody took them is recorded. */
export const exportDashboard = endpoint({
  name: 'insights.dashboard.export',
  method: 'POST',
  path: '/insights/dashboard/export',
  proof: 'fresh',
  access,
  rate: 'export',
  idempotency: 'natural',
  input,
  output: fileAnswer,
});
