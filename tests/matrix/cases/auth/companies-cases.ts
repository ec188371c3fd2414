// Valid calls of the endpoints of several companies in one browser: somebody of this company who has left it for another one there.
import { leaveCompanies, listCompanies, parkCompany, switchCompany } from '#contract/auth/companies.ts';
import { Browser } from '../../../flows/companies.fixture.ts';
import { addPerson } from '../../../kit/factory.ts';
import type { Side } from '../../world.ts';
import { entry } from '../case.ts';

const somebody = ({ app, owner, word }: Side) =>
  addPerson(app, owner, { first_name: `${word} New`, last_name: `${word} Person` });

/** The browser that may come back: its session is parked, and none is in use. */
async function parked(side: Side): Promise<Browser> {
  const person = await somebody(side);
  const browser = new Browser(side.app.url);
  await browser.enter(person.session?.employee_profile.work_email_id ?? '');
  await browser.call(parkCompany, {});
  browser.session = undefined;
  return browser;
}

export const companiesCases = [
  entry(listCompanies)(async (side) => ({ by: await parked(side), input: {} })),
  entry(parkCompany)(async (side) => ({ by: await somebody(side), input: {} })),
  entry(switchCompany)(async (side) => ({ by: await parked(side), input: { company_id: side.company_id } })),
  entry(leaveCompanies)(async (side) => ({
    by: await parked(side),
    input: { company_id: side.company_id },
  })),
];
