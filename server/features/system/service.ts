// What other features may ask of the system: the errors of browsers, for the operator's page.
import type { Database } from '../../platform/db/database.ts';
import { type KeptError, listErrors } from './errors/errors-repo.ts';

export { VERSION } from './openapi.ts';

/** Kinds of errors that were seen in the last 30 days, the latest first. What a collector took is not among them. */
export const listClientErrors = (db: Database, limit = 100): Promise<KeptError[]> =>
  db.system((tx) => listErrors(tx, limit));
