// The general configuration: what a point is worth to the company, and what is the same for all of them in this version.
import { type general, moduleNames } from '#contract/company.ts';
import { uploadLimits } from '#contract/files.ts';
import type { ResponseOf } from '#contract/kernel/endpoint.ts';
import type { Settings } from './settings.ts';

/** Spelled as in the specification (S4): clients that stored another version offer a forced logout. */
const VERSION = 'v2.7.2-pushy-migration';

/** `features`: what this server can do at all; what a company has switched on is its module map. */
export const generalConfig = ({
  currency,
  point_unit_value,
}: Pick<Settings, 'currency' | 'point_unit_value'>): ResponseOf<typeof general> => ({
  point_unit_value,
  currency,
  survey_threshold: 5,
  upload_limits: uploadLimits,
  version: VERSION,
  features: Object.fromEntries(moduleNames.map((name) => [name, true])),
});
