// Valid calls of the endpoints of imports. None of them sets anything going: what runs by itself would disturb what is watched.
import { v7 as uuid } from 'uuid';
import * as importing from '#contract/people/spreadsheet/importing.ts';
import { newAsking, newImport, newTable, type Side } from '../../world.ts';
import { entry } from '../case.ts';
import { finchCases } from './finch-cases.ts';

const judged = async (side: Side) => ({ import_id: await newImport(side) });

async function undone(side: Side) {
  const { import_id } = await judged(side);
  await side.app.sql("UPDATE people_import SET status = 'undone' WHERE import_id = $1", [import_id]);
  return { import_id };
}

export const importCases = [
  ...finchCases,
  entry(importing.checkImport)(async (side) => {
    const { file_id } = await newTable(side);
    return { input: { import_id: uuid(), file_id, mapping: ['full_name', 'work_email_id'] } };
  }),
  entry(importing.answerDepartments)(async (side) => {
    const { import_id, name } = await newAsking(side);
    return { input: { import_id, names: [name], answer: 'use', department_id: side.department_id } };
  }),
  entry(importing.listImports)(() => ({ input: {} })),
  entry(importing.getImport)(async (side) => ({ input: await judged(side) })),
  entry(importing.listImportRows)(async (side) => {
    const { import_id } = await judged(side);
    const page = { import_id, show: 'problem', limit: '1' } as const;
    const { next_cursor } = await side.owner.call(importing.listImportRows, page as never);
    return { input: { ...page, cursor: next_cursor ?? '' } as never };
  }),
  entry(importing.listMissing)(async (side) => {
    const page = { ...(await judged(side)), limit: '1' };
    const { next_cursor } = await side.owner.call(importing.listMissing, page as never);
    return { input: { ...page, cursor: next_cursor ?? '' } as never };
  }),
  entry(importing.runImport)(async (side) => ({
    input: { ...(await judged(side)), send_invitations: true, deactivate_missing: false },
  })),
  entry(importing.undoImport)(async (side) => ({ input: await undone(side) })),
  entry(importing.importErrors)(async (side) => ({ input: { ...(await judged(side)), format: 'csv' } })),
];
