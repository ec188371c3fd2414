// SQL of the table `company_config`.
import type { Tx } from '../../platform/db/database.ts';
import type { GivenSettings } from './settings.ts';

export interface ConfigRow {
  readonly color_theme: string;
  readonly settings: GivenSettings;
  readonly modules: Readonly<Record<string, boolean>>;
}

const FIND = 'SELECT color_theme, settings, modules FROM company_config WHERE company_id = $1';
const LOCK = `${FIND} FOR UPDATE`;
const INSERT = 'INSERT INTO company_config (company_id, color_theme, settings) VALUES ($1, $2, $3)';
const UPDATE = 'UPDATE company_config SET color_theme = $2, settings = $3, modules = $4 WHERE company_id = $1';

const only = ([row]: ConfigRow[]): ConfigRow => {
  if (!row) throw new Error('The company has no configuration');
  return row;
};

/** Throws if there is none, which cannot be: it is made with the company. */
export const loadConfig = async (tx: Tx): Promise<ConfigRow> => only(await tx.query<ConfigRow>(FIND, [tx.company_id]));
export const lockConfig = async (tx: Tx): Promise<ConfigRow> => only(await tx.query<ConfigRow>(LOCK, [tx.company_id]));
export const insertConfig = (tx: Tx, color_theme: string, settings: GivenSettings): Promise<object[]> =>
  tx.query(INSERT, [tx.company_id, color_theme, JSON.stringify(settings)]);
export const updateConfig = (tx: Tx, { color_theme, settings, modules }: ConfigRow): Promise<object[]> =>
  tx.query(UPDATE, [tx.company_id, color_theme, JSON.stringify(settings), JSON.stringify(modules)]);

const SETTING = (name: keyof GivenSettings) =>
  `SELECT company_id FROM company_config WHERE settings->>'${name}' IS NOT NULL ORDER BY company_id`;
const WITH_RETENTION = SETTING('retention_days');
const LETTING_GO = SETTING('deactivated_days');

const idsOf = async (rows: Promise<{ company_id: string }[]>): Promise<string[]> =>
  (await rows).map(({ company_id }) => company_id);

/** In a system transaction: the companies that do not keep messages for ever. */
export const companiesWithRetention = (tx: Tx): Promise<string[]> => idsOf(tx.query(WITH_RETENTION));

/** The same: those that do not keep deactivated accounts for ever. */
export const companiesLettingGo = (tx: Tx): Promise<string[]> => idsOf(tx.query(LETTING_GO));
