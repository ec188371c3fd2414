// What the columns of a company's configuration are to a person: nothing.
import type { Tagged } from '../../../platform/db/privacy/register.ts';

export const companyData: readonly Tagged[] = [
  { table: 'company_config', kept: { 'the company’s': 'company_id color_theme settings modules' } },
  { table: 'company_value', kept: { 'the company’s': 'company_id value_id name description icon_url position' } },
];
