// Search: one box over what several features have. Each of them searches its own.
import * as contract from '#contract/search.ts';
import { type Feature, implement } from '../../platform/feature.ts';
import { search } from './service.ts';

export function searchFeature(): Feature {
  return {
    name: 'search',
    routes: implement(contract, { search: ({ tx, actor }, input) => search(tx, actor, input) }),
  };
}
