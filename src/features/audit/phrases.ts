// Parts of what lines of the log say: lists, counts, names in quotes. What is noted beside a line may be of another shape than it is today.

/** A colleague's name by employee_id. */
type NameOf = (id: unknown) => string;

export const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
export const number = (value: unknown): number => (typeof value === 'number' ? value : 0);
export const count = (value: unknown, one: string, many: string): string =>
  number(value) === 1 ? `one ${one}` : `${number(value).toLocaleString('en')} ${many}`;
export const list = (words: readonly string[]): string => new Intl.ListFormat('en').format(words);

export const text = (value: unknown): string => (typeof value === 'string' ? value : '');
export const quoted = (name: string): string => `“${name}”`;

/** As many as a line has room for. */
const MOST_NAMED = 3;

/** "Ada, Ben, Cleo, and 2 others"; empty if it is nobody. */
export function named(ids: unknown, nameOf: NameOf): string {
  const all = strings(ids);
  const rest = all.length - MOST_NAMED;
  return list([...all.slice(0, MOST_NAMED).map(nameOf), ...(rest > 0 ? [count(rest, 'other', 'others')] : [])]);
}
