// What the modules are called.
import type { ModuleName } from '#contract/company.ts';

export const moduleLabels: Readonly<Record<ModuleName, string>> = {
  chat: 'Chat',
  people: 'Directory',
  push: 'Push notifications',
};
