// Who is signed in, but may not: permission missing or taken away, module switched off.
import { expect } from 'vitest';
import * as company from '#contract/company.ts';
import * as people from '#contract/people.ts';
import { permissions } from '#contract/permissions.ts';
import type { TestClient } from '../../kit/client.ts';
import { addPerson } from '../../kit/factory.ts';
import { callOf } from '../http.ts';
import { judge, refused } from '../judge.ts';
import type { Column, Row } from '../row.ts';
import { newRole, personWithout, type Side } from '../world.ts';

const asked = ({ endpoint }: Pick<Row, 'endpoint'>): { all: readonly string[]; any: readonly string[] } =>
  typeof endpoint.access === 'object'
    ? { all: endpoint.access.all ?? [], any: endpoint.access.any ?? [] }
    : { all: [], any: [] };
const asksPermission = (row: Pick<Row, 'endpoint'>) => asked(row).all.length + asked(row).any.length > 0;

const people_ = new Map<string, Promise<TestClient>>();
function without(side: Side, missing: readonly string[]): Promise<TestClient> {
  const key = missing.join();
  const found = people_.get(key) ?? personWithout(side, missing);
  people_.set(key, found);
  return found;
}

async function denyAs(row: Row, by: TestClient, code: string, what: string): Promise<void> {
  const { input } = await row.shared();
  await row.world.watch.nothing(async () =>
    refused(row.endpoint, await row.send(callOf(row.endpoint, by, input)), code, what),
  );
}

/** Written after the answer, and once however often they try. */
async function recordedOnce({ endpoint, world }: Row, by: TestClient): Promise<void> {
  const lines = () =>
    world.a.app.sql(
      "SELECT detail FROM audit_event WHERE company_id = $1 AND actor_id = $2 AND action = 'auth.permission_refused' AND detail->>'endpoint' = $3",
      [by.company_id, by.employee_id, endpoint.name],
    );
  await expect.poll(lines, { message: 'the line of the audit' }).toEqual([{ detail: { endpoint: endpoint.name } }]);
}

/** Switches a module of company A for as long as `work` takes. */
async function withModule({ a }: Row['world'], module: string, work: () => Promise<void>): Promise<void> {
  const { company_id, owner } = a;
  await owner.call(company.updateModules, { company_id, modules: { [module]: false } });
  try {
    await work();
  } finally {
    await owner.call(company.updateModules, { company_id, modules: { [module]: true } });
  }
}

export const permissionColumns: readonly Column[] = [
  {
    name: 'by somebody who only sees it',
    applies: ({ case: { notBy } }) => notBy !== undefined,
    run: async (row) => {
      const by = row.case.notBy?.(row.world.a);
      if (by) await denyAs(row, by, 'NO_PERMISSION', 'sees it, but may not do this');
    },
  },
  {
    name: 'permission missing',
    applies: asksPermission,
    run: async (row) => {
      const { all, any } = asked(row);
      // With both, any of `any` is enough: then `all` is only missed by who has none of them.
      for (const missing of all.length ? all.map((one) => [one, ...any]) : [any]) {
        const by = await without(row.world.a, missing);
        await denyAs(row, by, 'NO_PERMISSION', `without ${missing.join(', ')}`);
        await recordedOnce(row, by);
      }
    },
  },
  {
    name: 'permission taken away a moment ago',
    applies: asksPermission,
    run: async (row) => {
      const { a } = row.world;
      const role_id = await newRole(a.app, a.company_id, row.endpoint.name, permissions);
      const person = await addPerson(a.app, a.owner, { role_ids: [role_id] });
      const { input } = await row.fresh();
      const before = await row.send(callOf(row.endpoint, person, input));
      if (before.text.includes('NO_PERMISSION') && before.status === 403)
        throw new Error(`refused while holding the permission: ${before.text}`);
      judge(row.endpoint, before);
      await a.owner.call(people.update, { employee_id: person.employee_id, role_ids: [] });
      await denyAs(row, person, 'NO_PERMISSION', 'after the role was taken away');
    },
  },
  {
    name: 'module switched off',
    applies: ({ endpoint, case: given }) => endpoint.module !== undefined || given.asksModule !== undefined,
    run: async (row) => {
      const { asksModule, forms } = row.case;
      if (!asksModule) {
        const { by } = await row.shared();
        await withModule(row.world, row.endpoint.module ?? '', () => denyAs(row, by, 'NO_PERMISSION', 'module off'));
        return;
      }
      const { input } = await row.fresh(forms.length - 1);
      const call = callOf(row.endpoint, asksModule.by(row.world.a), input);
      // Or else it is refused for another reason.
      expect((await row.send(call)).status, 'while the module is on').toBe(200);
      await withModule(row.world, asksModule.module, async () =>
        refused(row.endpoint, await row.send(call), 'NO_PERMISSION', 'module off'),
      );
    },
  },
];
