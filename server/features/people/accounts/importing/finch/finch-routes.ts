// The endpoints of Finch: from the wire to the rules and back.
import * as contract from '#contract/people/spreadsheet/finch.ts';
import { type Context, implement, type Route } from '../../../../../platform/feature.ts';
import { keepFetching } from './fetching.ts';
import { type FinchDeps, present, removeKey, setKey } from './finch-key.ts';

interface FinchImport {
  readonly routes: readonly Route[];
  stop(): Promise<void>;
}

/** `stop` breaks off what is being fetched. */
export function finchImport({ db, limits, log, outbound, sealers }: Context): FinchImport {
  const stopping = new AbortController();
  const deps: FinchDeps = {
    db,
    log,
    outbound,
    sealer: sealers.finch,
    count: limits.create('people.finch', 20, 3600),
    signal: stopping.signal,
  };
  const fetches = keepFetching(deps);
  const routes = implement(contract, {
    getFinch: ({ tx }) => present(tx, deps),
    updateFinch: ({ tx, actor }, input) => setKey(tx, actor, input, deps),
    deleteFinch: ({ tx, actor }) => removeKey(tx, actor),
    importFinch: ({ tx, actor }, input) => fetches.begin(tx, actor, input),
  });
  return {
    routes,
    stop: () => {
      stopping.abort();
      return fetches.stop();
    },
  };
}
