// Valid calls of the endpoints of those who leave, and may come back.
import * as leaving from '#contract/people/leaving.ts';
import { newLeaver, newPerson } from '../world.ts';
import { entry } from './case.ts';

export const leavingCases = [
  entry(leaving.previewLeaving)(async (side) => ({ input: { employee_id: await newPerson(side) } })),
  entry(leaving.previewLeavingAll)(async (side) => ({ input: { employee_ids: [await newPerson(side)] } })),
  entry(leaving.getLeaver)(async (side) => ({ input: { employee_id: await newLeaver(side) } })),
  entry(leaving.restoreLeaver)(async (side) => ({ input: { employee_id: await newLeaver(side) } })),
  entry(leaving.eraseLeaver)(async (side) => ({ input: { employee_id: await newLeaver(side) } })),
];
