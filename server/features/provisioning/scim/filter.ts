// Filters. They are bounded before they are parsed, and each comparison asks an index: nobody's whole list is ever gone through.
import { type Filter, parse } from 'scim2-parse-filter';
import { ScimError } from './errors.ts';

const invalidFilter = (detail: string) => new ScimError(400, detail, 'invalidFilter');

const MOST_CHARACTERS = 1000;
const MOST_DEPTH = 8;
const MOST_COMPARISONS = 20;

/**
 * The parser tries a text with many line breaks in more ways than there is time for, doubles backslashes, and goes as deep as it
 * is led: none of that reaches it.
 */
export function parseFilter(text: string): Filter {
  if (text.length > MOST_CHARACTERS) throw invalidFilter('The filter is too long');
  if ([...text].some((one) => one < ' ') || /\\(?!")/.test(text))
    throw invalidFilter('The filter has characters that are not understood');
  const unquoted = text.replace(/"(?:[^"\\]|\\.)*"/g, '""');
  const nested = unquoted.match(/[([]|\bnot\b/gi) ?? [];
  if (nested.length > MOST_DEPTH) throw invalidFilter('The filter is too deep');
  try {
    return parse(text);
  } catch {
    throw invalidFilter('The filter cannot be read');
  }
}

/** Which ids an attribute, in lower case, has for a value. */
export type LookUps = Readonly<Record<string, (value: string) => Promise<readonly string[]>>>;

/** Undefined is everything: what does not narrow it. */
type Ids = ReadonlySet<string> | undefined;

/** 400 invalidFilter for whatever is no comparison (`eq`) of these attributes, joined by and/or. */
export async function idsMatching(text: string, lookUps: LookUps): Promise<string[]> {
  let asked = 0;
  const evaluate = async (filter: Filter, within = ''): Promise<Ids> => {
    if (filter.op === 'and' || filter.op === 'or') {
      const parts: Ids[] = [];
      for (const part of filter.filters) parts.push(await evaluate(part, within));
      return parts.reduce((all, part) => (filter.op === 'and' ? both(all, part) : either(all, part)));
    }
    if (filter.op === '[]') return evaluate(filter.valFilter, `${filter.attrPath}.`);
    if (filter.op !== 'eq') throw invalidFilter('Only eq, and, or are understood');
    const name = nameOf(within + filter.attrPath);
    // There is one kind of address and number: which one is meant makes no difference.
    if (within && name.endsWith('.type')) return undefined;
    const lookUp = Object.hasOwn(lookUps, name) ? lookUps[name] : undefined;
    if (!lookUp || typeof filter.compValue !== 'string')
      throw invalidFilter(`Filters by ${Object.keys(lookUps).join(', ')} only`);
    if (++asked > MOST_COMPARISONS) throw invalidFilter('The filter compares too much');
    return new Set(await lookUp(filter.compValue));
  };
  const found = await evaluate(parseFilter(text));
  if (!found) throw invalidFilter('The filter says nothing');
  return [...found].toSorted();
}

const both = (a: Ids, b: Ids): Ids => (a && b ? a.intersection(b) : (a ?? b));
const either = (a: Ids, b: Ids): Ids => (a && b ? a.union(b) : undefined);

/** Without the schema that it may begin with. */
const nameOf = (path: string): string => path.toLowerCase().replace(/^urn:.*:(?=[^:]*$)/, '');
