// Valid calls of the endpoints of Finch. A company has one key, so what takes it away is of a company of its own.
import { v7 as uuid } from 'uuid';
import * as contract from '#contract/people/spreadsheet/finch.ts';
import { registerCompany } from '../../../kit/factory.ts';
import { worker } from '../../../kit/outside/finch-server.ts';
import { type Side, some } from '../../world.ts';
import { entry } from '../case.ts';

const newKey = ({ finch, word }: Side): string =>
  finch.employer([
    worker({ first_name: word, last_name: word, title: word, email: `${word}-${some()}@${some()}.example` }),
  ]);

export const finchCases = [
  entry(contract.getFinch)(() => ({ input: {} })),
  entry(contract.updateFinch)((side) => ({ input: { access_key: newKey(side) } })),
  entry(contract.deleteFinch)(async (side) => {
    const { owner } = await registerCompany(side.app);
    await owner.call(contract.updateFinch, { access_key: newKey(side) });
    return { by: owner, input: {} };
  }),
  entry(contract.importFinch)(async (side) => {
    await side.owner.call(contract.updateFinch, { access_key: newKey(side) });
    return { input: { import_id: uuid() } };
  }),
];
