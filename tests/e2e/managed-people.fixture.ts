// The list of people that somebody manages: four drivers in it, and how its rows and menus are found.
import type { Locator, Page } from 'playwright/test';
import { v7 as uuid } from 'uuid';
import { createDepartment } from '#contract/people/departments.ts';
import { createGroup } from '#contract/people/groups.ts';
import * as people from '#contract/people.ts';
import { DESKTOP, PHONE } from './kit/browser.ts';
import type { Person } from './kit/people.ts';

export const path = '/admin/people';
export const SIZES = { phone: PHONE.viewport, tablet: { width: 820, height: 1180 }, desktop: DESKTOP.viewport };
export const button = (page: Page | Locator, name: string | RegExp): Locator =>
  page.getByRole('button', { name, exact: true });
export const rows = (page: Page): Locator => page.getByRole('row').filter({ has: page.getByRole('cell') });
export const box = (page: Page, name: string): Locator => page.getByRole('checkbox', { name: `Select ${name}` });
export const choose = async (page: Page, menu: string, item: string, opener = menu): Promise<void> => {
  await button(page, opener).click();
  await page.getByRole('menu', { name: menu }).getByText(item, { exact: true }).click();
};

const colleagues = ['Ada', 'Ben', 'Cleo', 'Dora'];
export async function fill({ api }: Person): Promise<void> {
  const [department_id, group_id] = [uuid(), uuid()];
  await api.call(createDepartment, { department_id, department_name: 'Logistics' });
  await api.call(createGroup, { group_id, group_name: 'First aiders' });
  for (const first_name of colleagues)
    await api.call(people.create, {
      employee_id: uuid(),
      first_name,
      last_name: 'Driver',
      work_email_id: `${uuid()}@people.example`,
      position_title: 'Driver',
      location: 'Mill Lane',
      send_invitation: false,
    });
}
