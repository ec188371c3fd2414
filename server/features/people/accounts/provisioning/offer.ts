// What people offers provisioning: connected in server/registry.ts.
import { PROVISIONING_ACTOR } from '#contract/audit.ts';
import type { Actor } from '../../../../platform/actor.ts';
import type { Tx } from '../../../../platform/db/database.ts';
import type { PeopleDeps } from '../../deps.ts';
import { checkCovered } from '../../roles/grants.ts';
import { lockRoster } from '../../roles/role-repo.ts';
import * as groups from './group-repo.ts';
import * as people from './people-repo.ts';
import {
  changeProvisionedGroup,
  createProvisionedGroup,
  deleteProvisionedGroup,
  loadGroup,
  releaseGroups,
} from './provision-groups.ts';
import { changePerson, createPerson, loadProvisioned, removePerson } from './provision-people.ts';

type Work<A extends unknown[], R> = (...args: [...A, PeopleDeps]) => R;

export function offerProvisioning(deps: PeopleDeps) {
  const bound =
    <A extends unknown[], R>(work: Work<A, R>) =>
    (...args: A): R =>
      work(...args, deps);
  return {
    lock: lockRoster,
    checkMayProvision: (tx: Tx, actor: Actor) => checkCovered(tx, actor, PROVISIONING_ACTOR),
    people: {
      load: loadProvisioned,
      find: people.findProvisioned,
      page: people.pageOfPeople,
      count: people.countEverybody,
      byAddress: people.idsByAddress,
      byExternal: people.idsByExternal,
      create: bound(createPerson),
      change: bound(changePerson),
      remove: bound(removePerson),
    },
    groups: {
      load: loadGroup,
      find: groups.findProvisionedGroups,
      page: groups.pageOfGroups,
      count: groups.countAll,
      byName: groups.idsByName,
      byExternal: groups.idsByExternal,
      around: groups.idsAround,
      membersOf: groups.membersOf,
      create: createProvisionedGroup,
      change: changeProvisionedGroup,
      remove: deleteProvisionedGroup,
      release: releaseGroups,
    },
  };
}
