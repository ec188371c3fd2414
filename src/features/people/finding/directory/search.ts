// What of the list of colleagues stands in its address, so that it can be shared and the way back leads to it. Pure.
import type { RequestOf } from '#contract/kernel/endpoint.ts';
import type { list } from '#contract/people.ts';

type Asked = RequestOf<typeof list>;

export interface DirectorySearch {
  q?: string;
  sites?: readonly string[];
  /** With those below. */
  departments?: readonly string[];
  available?: true;
  /** Default: everybody by name. */
  view?: 'departments';
}

/** Of what is looked for at that moment: it may have changed since the screen was drawn. */
export type SearchChange = (search: DirectorySearch) => DirectorySearch;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** So many sites, and so many departments, are asked for at once: an address has an end. */
export const MOST = 20;

const texts = (value: unknown, fits: (text: string) => boolean): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string' && fits(one)).slice(0, MOST) : [];

/** An address that somebody typed: what does not fit is left out. */
export function readSearch(given: Record<string, unknown>): DirectorySearch {
  const q = given['q'];
  const sites = texts(given['sites'], (site) => site.length > 0 && site.length <= 120);
  const departments = texts(given['departments'], (id) => UUID.test(id));
  return {
    ...(typeof q === 'string' && q && { q: q.slice(0, 100) }),
    ...(sites.length && { sites }),
    ...(departments.length && { departments }),
    ...(given['available'] === true && { available: true }),
    ...(given['view'] === 'departments' && { view: 'departments' }),
  };
}

/** False if everybody is shown. */
export const isNarrowed = ({ q, sites, departments, available }: DirectorySearch): boolean =>
  Boolean(q || sites || departments || available);

/** The same view of everybody. */
export const widened = ({ view }: DirectorySearch): DirectorySearch => (view ? { view } : {});

/** What is asked of the server for it, of one department alone if it is named; null: of those in none. */
export function askedOf(search: DirectorySearch, department_id?: string | null): Asked {
  const { q, sites, departments, available } = search;
  const filters: Asked['filters'] = {
    ...(sites && { locations: [...sites] }),
    ...(departments && { department_ids: [...departments] }),
    ...(department_id !== undefined && { department_id }),
    ...(available && { available }),
  };
  return { ...(q && { query: q }), ...(Object.keys(filters).length && { filters }) };
}
