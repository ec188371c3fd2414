// The endpoints of imports: from the wire to the rules and back.
import * as contract from '#contract/people/spreadsheet/importing.ts';
import type { Database } from '../../../../platform/db/database.ts';
import type { Rounds } from '../../../../platform/db/rounds.ts';
import { implement, type Route } from '../../../../platform/feature.ts';
import { errorFile } from './error-file.ts';
import {
  answerDepartments,
  checkedBefore,
  checkLines,
  findFile,
  getImport,
  type ImportFiles,
  listAll,
  listImportRows,
  runImport,
  undoImport,
} from './importing.ts';
import { listAllMissing, withMissing } from './missing/missing.ts';
import { readApart } from './reading/read-apart.ts';

/** `db`: a file is read while no transaction is open. */
export const importRoutes = (db: Database, files: ImportFiles, { wake }: Pick<Rounds, 'wake'>): Route[] =>
  implement(contract, {
    checkImport: async ({ tx, actor }, input) => {
      const before = await checkedBefore(tx, actor, input);
      if (before) return { batch: await withMissing(tx, actor, before) };
      const file = await findFile(tx, actor, input, files);
      return async () => {
        const lines = await readApart(await file.bytes());
        const { company_id } = actor;
        return db.company(company_id, async (own) => ({
          batch: await withMissing(own, actor, await checkLines(own, actor, input, file.name, lines)),
        }));
      };
    },
    answerDepartments: async ({ tx, actor }, input) => ({
      batch: await withMissing(tx, actor, await answerDepartments(tx, actor, input)),
    }),
    listImports: async ({ tx }) => ({ items: await listAll(tx) }),
    getImport: async ({ tx, actor }, { import_id }) => ({
      batch: await withMissing(tx, actor, await getImport(tx, import_id)),
    }),
    listImportRows: ({ tx }, input) => listImportRows(tx, input),
    listMissing: async ({ tx, actor }, input) => listAllMissing(tx, actor, input, await getImport(tx, input.import_id)),
    runImport: async ({ tx, actor }, input) => {
      tx.afterCommit(wake);
      return { batch: await runImport(tx, actor, input) };
    },
    undoImport: async ({ tx, actor }, { import_id }) => {
      tx.afterCommit(wake);
      return { batch: await undoImport(tx, actor, import_id) };
    },
    importErrors: ({ tx }, input) => errorFile(tx, input),
  });
