// What the company has set, on the device: how it is kept current is features/company.
import { useQuery } from '@tanstack/react-query';
import type { CompanyConfig } from '#contract/company.ts';

/** The data under it is a `CompanyConfig`; of an older version of the app it may lack what is newer. */
export const configKey = ['boot', 'config'] as const;

/** Undefined as long as it is not known. */
export function useCompanySetting<Name extends keyof CompanyConfig['settings']>(
  name: Name,
): CompanyConfig['settings'][Name] | undefined {
  // Every message with a preview comes here: none of them is a reason to ask the server again.
  return useQuery<CompanyConfig>({ queryKey: configKey, enabled: false }).data?.settings?.[name];
}
