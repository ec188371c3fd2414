// How Brackenford is divided: its departments, who leads each, and which trade of which site belongs where.
import type { Member, Site } from '../cast.ts';

export interface Department {
  readonly name: string;
  /** Empty at the top. A department comes before those below it. */
  readonly below: string;
  /** First name. */
  readonly lead: string;
}

/** Name; below; lead. */
const lines = `
  Management; ; Freya
  People; Management; Priya
  Finance and purchasing; Management; Edwin
  Sales and communications; Management; Magnus
  Data and software; Management; Hana
  Mill Lane bakery; ; Amara
  Bread; Mill Lane bakery; Tomasz
  Night bakery; Bread; Suleiman
  Pastry and cakes; Mill Lane bakery; Marguerite
  Packing; Mill Lane bakery; Lorna
  Quality and hygiene; Mill Lane bakery; Omar
  Logistics; ; Jonas
  Warehouse; Logistics; Precious
  Shops; ; Magnus
  Quayside shop; Shops; Beatriz
  Market Street shop; Shops; Dolores
  Station Road shop; Shops; Marcus
`;

export const departments: readonly Department[] = lines
  .trim()
  .split('\n')
  .map((line) => {
    const [name = '', below = '', lead = ''] = line.split(';').map((part) => part.trim());
    return { name, below, lead };
  });

/** Trades that say more than where one works. The first that fits. */
const trades: readonly [RegExp, string][] = [
  [/People|Payroll|Office/, 'People'],
  [/Finance|Buyer/, 'Finance and purchasing'],
  [/Communications|Customer|Wholesale|Packaging/, 'Sales and communications'],
  [/Software|Data/, 'Data and software'],
  [/[Nn]ight/, 'Night bakery'],
  [/Pastry|Cake|Product/, 'Pastry and cakes'],
  [/Pack/, 'Packing'],
  [/Quality|Hygiene|Lab/, 'Quality and hygiene'],
  [/[Bb]aker|Dough|Shift/, 'Bread'],
  [/Warehouse|Stock/, 'Warehouse'],
];

const places: Readonly<Record<Site, string>> = {
  'Head office': 'Management',
  'Mill Lane': 'Mill Lane bakery',
  'Harbour depot': 'Logistics',
  Quayside: 'Quayside shop',
  'Market Street': 'Market Street shop',
  'Station Road': 'Station Road shop',
};

/** Name of the department that somebody works in. */
export const departmentOf = ({ title, site }: Pick<Member, 'title' | 'site'>): string =>
  trades.find(([trade]) => trade.test(title))?.[1] ?? places[site];
