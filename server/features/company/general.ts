// The general configuration: the same for all companies in this version.
import { type general, moduleNames } from '#contract/company.ts';
import { uploadLimits } from '#contract/files.ts';
import type { ResponseOf } from '#contract/kernel/endpoint.ts';

/** Spelled as in the specification (S4): clients that stored another version offer a forced logout. */
const VERSION = 'v2.7.2-pushy-migration';

/** `features`: what this server can do at all; what a company has switched on is its module map. */
export const generalConfig: ResponseOf<typeof general> = {
  point_unit_value: 0.01,
  currency: 'GBP',
  survey_threshold: 5,
  upload_limits: uploadLimits,
  version: VERSION,
  features: Object.fromEntries(moduleNames.map((name) => [name, true])),
};
