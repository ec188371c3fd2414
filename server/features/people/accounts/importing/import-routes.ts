// The endpoints of imports: from the wire to the rules and back.
import * as contract from '#contract/people/spreadsheet/importing.ts';
import type { Database } from '../../../../platform/db/database.ts';
import { implement, type Route } from '../../../../platform/feature.ts';
import { errorFile } from './error-file.ts';
import type { Imports } from './import-job.ts';
import {
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
import { readApart } from './reading/read-apart.ts';

/** `db`: a file is read while no transaction is open. */
export const importRoutes = (db: Database, files: ImportFiles, { wake }: Pick<Imports, 'wake'>): Route[] =>
  implement(contract, {
    checkImport: async ({ tx, actor }, input) => {
      const before = await checkedBefore(tx, actor, input);
      if (before) return { batch: before };
      const file = await findFile(tx, actor, input, files);
      return async () => {
        const lines = await readApart(await file.bytes());
        const { company_id } = actor;
        return { batch: await db.company(company_id, (own) => checkLines(own, actor, input, file.name, lines)) };
      };
    },
    listImports: async ({ tx }) => ({ items: await listAll(tx) }),
    getImport: async ({ tx }, { import_id }) => ({ batch: await getImport(tx, import_id) }),
    listImportRows: ({ tx }, input) => listImportRows(tx, input),
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
