// Valid calls of the endpoints of exports. Each is for somebody of their own: there is one a day.
import { askExport, askExportFor, getExport } from '#contract/privacy.ts';
import { addPerson, PASSWORD } from '../../../kit/factory.ts';
import type { Side } from '../../world.ts';
import { entry } from '../case.ts';

const somebody = ({ app, owner, word }: Side) =>
  addPerson(app, owner, { first_name: `${word} New`, last_name: `${word} Person` });

export const privacyCases = [
  entry(getExport)(() => ({ input: {} })),
  entry(askExport)(async (side) => ({ by: await somebody(side), input: { password: PASSWORD } })),
  entry(askExportFor)(async (side) => ({
    input: { employee_id: (await somebody(side)).employee_id, password: PASSWORD },
  })),
];
