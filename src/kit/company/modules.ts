// Which parts of Limelight the company uses, as it stands on the device: how that is kept current is features/company.
import { type QueryClient, useQuery } from '@tanstack/react-query';
import type { ModuleName } from '#contract/company.ts';

type Modules = Readonly<Record<string, boolean>>;

/** The data under it says of each module whether it is on. */
export const modulesKey = ['boot', 'modules'] as const;

/** What is not known is on: the server refuses what is not. */
const isOn = (modules: Modules | undefined, name: ModuleName): boolean => modules?.[name] !== false;

/** For screens. */
export const useModule = (name: ModuleName): boolean =>
  isOn(useQuery<Modules>({ queryKey: modulesKey, enabled: false }).data, name);

/** At this moment, for what is done beside the screen. */
export const isModuleOn = (client: QueryClient, name: ModuleName): boolean =>
  isOn(client.getQueryData<Modules>(modulesKey), name);
