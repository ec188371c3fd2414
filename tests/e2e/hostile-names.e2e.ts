// Names and other short texts that want to be code, or that have no place to break, wherever one can write one: every address of the
// app is opened with them. Nothing of them runs, nothing is asked for elsewhere, and no page gets wider than its window.
import { expect } from 'playwright/test';
import { v7 as uuid } from 'uuid';
import { updateValues } from '#contract/company/values.ts';
import * as company from '#contract/company.ts';
import { createDepartment } from '#contract/people/departments.ts';
import { createGroup } from '#contract/people/groups.ts';
import { createRole, updateRoleMembers } from '#contract/people/roles.ts';
import { update } from '#contract/people.ts';
import * as spaces from '#contract/spaces.ts';
import { NO_WORKER, PHONE } from './kit/browser.ts';
import { type Company, direct, newColleague, write } from './kit/people.ts';
import type { Server } from './kit/server.ts';
import { test } from './kit/test.ts';
import { addresses, goWithin, quietOf } from './kit/watching/addresses.ts';
import { guarded, NOTHING } from './kit/watching/guarded.ts';

/** Each fits into the shortest name that there is. */
const CODE = `"'><img src=//evil.example/x onerror=pwned=1>`;
const ENDLESS = 'W'.repeat(60);

/** Texts that end beyond the window, where nothing says so (an ellipsis) and no strip scrolls to them. Runs in the page. */
function cutOff(): string[] {
  const leadsThere = (element: Element): boolean => {
    const { overflowX, textOverflow, webkitLineClamp } = getComputedStyle(element);
    // What scrolls down scrolls sideways, too, when something in it is too wide: no page is meant to.
    const strip = /auto|scroll/.test(overflowX) && element.clientHeight < innerHeight / 3;
    return strip || textOverflow === 'ellipsis' || webkitLineClamp !== 'none';
  };
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found: string[] = [];
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const parent = text.parentElement;
    // For those who listen only: a pixel wide.
    if (!parent?.checkVisibility() || parent.getBoundingClientRect().width <= 1) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    if (range.getBoundingClientRect().right <= innerWidth + 1) continue;
    let above: Element | null = parent;
    while (above && !leadsThere(above)) above = above.parentElement;
    if (!above) found.push(`<${parent.tagName} class="${parent.className}"> ${text.textContent?.slice(0, 40)}`);
  }
  return found;
}

/** Everything of the company that has a name is called that. Resolves with what the addresses name. */
async function callAll(server: Server, { ines, kwame }: Company, name: string) {
  const [department_id, group_id, role_id, space_id, sub_space_id] = [uuid(), uuid(), uuid(), uuid(), uuid()];
  const other = await newColleague(server, ines, 'Nia', 'Laing');
  await ines.api.call(company.update, { company_name: name });
  await ines.api.call(updateValues, { values: [{ name, description: name, icon_url: null }] });
  await ines.api.call(createDepartment, { department_id, department_name: name, lead_id: other.id });
  await ines.api.call(createGroup, { group_id, group_name: name, group_description: name });
  await ines.api.call(createRole, { role_id, role_name: name, permissions: ['people.manage'] });
  await ines.api.call(updateRoleMembers, { role_id, add: [other.id] });
  for (const { id } of [ines, other])
    await ines.api.call(update, {
      employee_id: id,
      first_name: name,
      last_name: name,
      position_title: name,
      employee_number: `${id.slice(-4)}${name}`.slice(0, 50),
      location: name,
      pronouns: name.slice(0, 40),
      skills: [name],
      department_id,
    });
  await ines.api.call(update, { employee_id: kwame.id, manager_id: other.id });
  await ines.api.call(spaces.create, {
    space_id,
    space_name: name,
    space_description: name,
    employee_ids: [kwame.id, other.id],
  });
  await ines.api.call(spaces.createSubSpace, {
    space_id,
    sub_space_id,
    sub_space_name: name,
    sub_space_description: name,
  });
  await write(other, { entity_type: 'space', entity_id: space_id }, name);
  await write(other, direct(ines), name);
  return {
    employee_id: [other.id],
    group_id: [group_id],
    role_id: [role_id],
    space_id: [space_id],
    conversation: [`space/${space_id}`, `employee/${other.id}`],
  };
}

for (const [what, name] of [
  ['code', CODE],
  ['without a place to break', ENDLESS],
] as const)
  test(`everything is called something that is ${what}`, async ({ company: all, server, open }) => {
    test.setTimeout(420_000);
    const ids = await callAll(server, all, name);
    const paths = addresses(ids);
    expect(paths.length).toBeGreaterThan(40);
    const page = await open(all.ines, { path: '/connect', ...NO_WORKER, ...PHONE });
    const watched = await guarded(page.context());
    const quiet = quietOf(page);
    await page.reload();
    await quiet();
    const wide: string[] = [];
    let shown = 0;
    for (const path of paths) {
      await goWithin(page, path);
      await quiet();
      for (const text of await page.evaluate(cutOff)) wide.push(`${path}: ${text}`);
      if (await page.evaluate((word) => document.body.textContent.includes(word), name.slice(0, 20))) shown++;
    }
    expect(wide, 'over the side').toEqual([]);
    expect(shown, 'pages that show a name').toBeGreaterThan(15);
    expect(await watched.found(page)).toEqual(NOTHING);
    expect(watched.strayed).toEqual([]);
  });
