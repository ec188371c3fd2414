// The hours of a week, day by day: in which notifications may sound, in which somebody works. Apart from what is reckoned with them,
// so that whoever only names the shape need not load that.
import * as v from 'valibot';

const clock = v.pipe(v.string(), v.regex(/^([01]\d|2[0-3]):(00|15|30|45)$/, 'Not a quarter of an hour'));
const hours = v.strictObject({ from: clock, to: v.union([clock, v.literal('24:00')]) });

/** Monday to Sunday, by the day on which they begin; null: none that day. An end before the beginning is on the day after. */
export const week = v.pipe(
  v.array(v.nullable(hours)),
  v.length(7),
  v.check(
    (days) => days.every((day) => !day || day.from !== day.to),
    'The end must be another time than the beginning',
  ),
);
export type Week = v.InferOutput<typeof week>;
