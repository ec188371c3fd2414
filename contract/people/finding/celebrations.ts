// What there is to celebrate soon (product.md 3.2): birthdays, and days on which somebody has been here for whole years.
import * as v from 'valibot';
import { endpoint } from '../../kernel/endpoint.ts';
import { count, empty } from '../../kernel/fields.ts';
import { person } from '../employee.ts';

/** From today on, today included. Days. */
export const AHEAD_DAYS = 14;
/** As many are told, the soonest first. */
export const MOST_CELEBRATIONS = 100;

const celebration = v.strictObject({
  person,
  kind: v.picklist(['birthday', 'anniversary']),
  /** The next one, such as `2026-11-23`. Who was born on 29 February has it on the 28th in the years between. */
  day: v.string(),
  /** Of the anniversary. Null for a birthday: nobody is told how old somebody gets. */
  years: v.nullable(count),
});
export type Celebration = v.InferOutput<typeof celebration>;

/** Of active colleagues, by the company's calendar. Who hides the day is not in it, for nobody. NO_PERMISSION where the directory is not for everybody. */
export const celebrations = endpoint({
  name: 'people.employee.celebrations',
  method: 'GET',
  path: '/user-management/employee/celebrations',
  access: 'session',
  rate: 'read',
  input: empty,
  output: v.strictObject({
    /** Today, in the company's time zone. */
    today: v.string(),
    /** The company's: a copy that is kept tells by it what day it is since. */
    time_zone: v.string(),
    items: v.array(celebration),
    /** How many there are besides. */
    more: count,
  }),
});
