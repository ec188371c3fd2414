// The first steps as screens have them: known once people, conversations and the company are, and put away on this device.
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { proxy, useSnapshot } from 'valtio';
import type { CompanyConfig } from '#contract/company.ts';
import { configKey } from '#src/kit/company/settings.ts';
import { useDirectory } from '#src/kit/people/directory.ts';
import { nobodyKnown } from '#src/kit/people/names.ts';
import { showToast } from '#src/kit/ui/feedback/toast-store.ts';
import { readLocal, writeLocal } from '#src/offline/storage.ts';
import { useClient, useMay } from '#src/realtime/hooks.ts';
import { useConversations } from '../../hooks/use-conversations.ts';
import { type FirstStep, firstSteps, invitedIn } from './first-steps.ts';

const store = proxy({ away: readLocal('first_steps') === 'away' });

function set(away: boolean): void {
  store.away = away;
  writeLocal('first_steps', away ? 'away' : undefined);
}

export function putAway(): void {
  set(true);
  showToast({ text: 'First steps put away', action: { label: 'Undo', run: () => set(false) } });
}

export interface Beginning {
  readonly company_name: string;
  readonly steps: readonly FirstStep[];
  /** How many have an invitation. */
  readonly invited: number;
}

/** Undefined for whoever is not alone, may not invite, has put it away, or as long as it is not known. */
export function useBeginning(): Beginning | undefined {
  const { away } = useSnapshot(store);
  const { self } = useClient().context;
  const people = useDirectory();
  const { entries, query } = useConversations();
  const { data: config } = useQuery<CompanyConfig>({ queryKey: configKey, enabled: false });
  const [invite, space, look] = [useMay('people.manage'), useMay('spaces.create'), useMay('company.configure')];
  const hasSpace = entries.some(({ entity_type }) => entity_type === 'space');
  return useMemo(() => {
    if (away || people === nobodyKnown || !query.data || !config) return undefined;
    const steps = firstSteps({ people, self_id: self, may: { invite, space, look }, hasSpace, config });
    const invited = invitedIn({ people, self_id: self }) ?? 0;
    return steps && { company_name: config.company_name, steps, invited };
  }, [away, query.data, config, people, self, invite, space, look, hasSpace]);
}
