// What the server would refuse is not asked for: whoever may do nothing goes to every address of the app, whoever may do one thing
// only to those where it matters; they open the menus there, and nothing is answered with 403.
import type { Page } from 'playwright/test';
import { v7 as uuid } from 'uuid';
import { createGroup } from '#contract/people/groups.ts';
import { createRole, listRoles, updateRoleMembers } from '#contract/people/roles.ts';
import type { Permission } from '#contract/permissions.ts';
import { NO_WORKER } from './kit/browser.ts';
import { direct, newColleague, newSpace, type Person, write } from './kit/people.ts';
import { expect, test } from './kit/test.ts';
import { addresses, goWithin, quietOf } from './kit/watching/addresses.ts';

/** Those that something is built for by now. */
const ALONE: readonly Permission[] = [
  'people.manage',
  'roles.manage',
  'company.configure',
  'modules.manage',
  'spaces.create',
  'spaces.manage',
  'audit.view',
  'insights.view',
];

/** Where a page depends on what one may do. */
const WHERE_IT_MATTERS = /^\/(?:admin|people|profile|spaces|connect\/space)/;

/** What is answered with 403, by the address on which it was asked for. */
function follow(page: Page): string[] {
  const refused: string[] = [];
  page.on('response', (answer) => {
    if (answer.status() !== 403) return;
    refused.push(`${new URL(page.url()).pathname}: ${answer.request().method()} ${new URL(answer.url()).pathname}`);
  });
  return refused;
}

/** How many there were, four at most. Some show only under the pointer: they are pressed all the same. */
async function openMenus(page: Page, quiet: () => Promise<void>): Promise<number> {
  const buttons = page.getByRole('main').locator('button[aria-haspopup="menu"]:enabled');
  for (let nth = 0; nth < 4; nth++) {
    // One that goes while the page fills up is not waited for.
    const pressed = await buttons.evaluateAll(([...all], at) => {
      (all[at] as HTMLElement | undefined)?.click();
      return at in all;
    }, nth);
    if (!pressed) return nth;
    await quiet();
    await page.keyboard.press('Escape');
  }
  return 4;
}

async function roleOf(by: Person, permission: Permission, to: Person): Promise<void> {
  const role_id = uuid();
  await by.api.call(createRole, { role_id, role_name: `Only ${permission}`, permissions: [permission] });
  await by.api.call(updateRoleMembers, { role_id, add: [to.id] });
}

for (const permission of [undefined, ...ALONE])
  test(`who may ${permission ?? 'do nothing'} is shown nothing that is refused`, async ({
    company: { ines, kwame },
    server,
    open,
    watch,
  }) => {
    // One goes to many places.
    test.slow();
    const nia = await newColleague(server, ines, 'Nia', 'Laing');
    if (permission) await roleOf(ines, permission, nia);
    const [ours, theirs] = [await newSpace(ines, 'Bakery', [nia]), await newSpace(ines, 'Depot', [kwame])];
    await write(ines, { entity_type: 'space', entity_id: ours }, 'Good morning');
    await write(ines, direct(nia), 'Welcome');
    const { items: roles } = await ines.api.call(listRoles, {});
    const group_id = uuid();
    await ines.api.call(createGroup, { group_id, group_name: 'Early shift' });
    const all = addresses({
      employee_id: [nia.id, kwame.id, ines.id],
      group_id: [group_id],
      role_id: roles.map(({ role_id }) => role_id),
      space_id: [ours, theirs],
      conversation: [`space/${ours}`, `employee/${ines.id}`],
    });
    const paths = permission ? all.filter((path) => WHERE_IT_MATTERS.test(path)) : all;
    expect(paths.length).toBeGreaterThan(permission ? 25 : 40);

    watch.allow(/status of 40[34]/);
    const page = await open(nia, { path: '/connect', ...NO_WORKER });
    const refused = follow(page);
    const quiet = quietOf(page);
    let menus = 0;
    for (const path of paths) {
      await goWithin(page, path);
      await quiet();
      menus += await openMenus(page, quiet);
    }
    expect(refused).toEqual([]);
    expect(menus).toBeGreaterThan(0);
  });
