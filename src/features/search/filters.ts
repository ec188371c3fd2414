// From the operators in what is typed to the filters of a search: names to people and spaces, days to moments. Pure.
import type { SearchFilters } from '#contract/search.ts';
import { slipsTo } from '#contract/search-names.ts';
import type { Operator } from '#contract/search-query.ts';
import { wantedOf } from '#contract/search-words.ts';
import { groupName } from '#src/kit/people/names.ts';
import { date } from '#src/kit/ui/format/dates.ts';
import { fullName } from '#src/kit/ui/format/names.ts';
import { dayMeant } from './day-words.ts';
import type { Names } from './rows.ts';

export interface ShownFilter {
  readonly operator: Operator;
  /** "From Amara Nwosu" */
  readonly label: string;
  /** Nobody, or nothing, is called so, or nobody knows what it means: nothing can be found. */
  readonly problem: Problem | null;
}

export interface Problem {
  readonly title: string;
  /** What can be done about it. */
  readonly text: string;
}

export interface Filters {
  readonly filters: SearchFilters;
  readonly shown: readonly ShownFilter[];
}

/** `now`: milliseconds, for words like yesterday. */
export function filtersOf(operators: readonly Operator[], names: Names, now: number = Date.now()): Filters {
  let filters: SearchFilters = {};
  const shown = operators.map((operator): ShownFilter => {
    const meant = operator.value ? one(operator, names, now) : nothingBehind(operator.name);
    if ('problem' in meant) return { operator, ...meant };
    filters = { ...filters, ...meant.filter };
    return { operator, label: meant.label, problem: null };
  });
  return { filters, shown };
}

type Meant = { readonly label: string; readonly filter: SearchFilters } | Pick<ShownFilter, 'label' | 'problem'>;

const DAYS = 'Say today, yesterday, a weekday, "last week" in quotes, or a date like 2026-03-01, 2026-03 or 2026.';
const HAS = 'Say has:link, has:file or has:image.';
const BEHIND: Readonly<Record<Operator['name'], Problem & { readonly label: string }>> = {
  from: {
    label: 'From…',
    title: 'From whom?',
    text: 'Write the name right behind from: and in quotes if it has blanks.',
  },
  in: {
    label: 'In…',
    title: 'In which conversation?',
    text: 'Write its name right behind in: and in quotes if it has blanks.',
  },
  has: { label: 'Has…', title: 'What should it have?', text: HAS },
  before: { label: 'Before…', title: 'Before which day?', text: DAYS },
  after: { label: 'From…', title: 'From which day on?', text: DAYS },
};

function nothingBehind(name: Operator['name']): Meant {
  const { label, ...problem } = BEHIND[name];
  return { label, problem };
}

function one({ name, value }: Operator, names: Names, now: number): Meant {
  if (name === 'has') return having(value);
  if (name === 'before' || name === 'after') return bounded(name, value, now);
  return name === 'from' ? sender(value, names) : place(value, names);
}

function having(value: string): Meant {
  const has = value.toLowerCase();
  if (has === 'link') return { label: 'Has a link', filter: { has } };
  if (has === 'file') return { label: 'Has a file', filter: { has } };
  if (has === 'image') return { label: 'Has an image', filter: { has } };
  return { label: `Has “${value}”: not known`, problem: { title: `has:${value} is not known`, text: HAS } };
}

function bounded(name: 'before' | 'after', value: string, now: number): Meant {
  const meant = dayMeant(value, now);
  if (!meant) {
    const label = `${name === 'before' ? 'Before' : 'After'} “${value}”: no such day`;
    return { label, problem: { title: `“${value}” is no day`, text: DAYS } };
  }
  const moment = startOf(meant.day);
  const said = meant.word ? `${meant.word} (${date(moment)})` : value;
  return { label: name === 'before' ? `Before ${said}` : `From ${said} on`, filter: { [name]: moment } };
}

/** The day begins where the person is. */
const startOf = (day: string): string => new Date(`${day}T00:00:00`).toISOString();

function sender(value: string, names: Names): Meant {
  if (/^me$/i.test(value)) return { label: 'From you', filter: { from: names.self_id } };
  const best = nearest(value, [...names.people.values()], fullName);
  if (best) return { label: `From ${fullName(best)}`, filter: { from: best.employee_id } };
  const problem = { title: `Nobody is called “${value}”`, text: 'Try fewer letters of the name.' };
  return { label: `From “${value}”: nobody found`, problem };
}

interface Place {
  readonly name: string;
  /** What is typed may be of the space's name, too. */
  readonly called: string;
  readonly at: NonNullable<SearchFilters['in']>;
}

function placesOf({ people, entries, self_id }: Names): Place[] {
  return entries.flatMap(({ entity_type, entity_id, space, group }): Place[] => {
    const person = people.get(entity_id);
    const own = space?.space_name ?? (person ? fullName(person) : '');
    const name = group ? groupName(group, people, self_id) : own;
    const subs = space?.sub_spaces.filter((one) => !one.is_default) ?? [];
    return [
      { name, called: name, at: { entity_type, entity_id } },
      ...subs.map(({ sub_space_id, sub_space_name }) => ({
        name: `${name} › ${sub_space_name}`,
        called: `${sub_space_name} ${name}`,
        at: { entity_type, entity_id, sub_space_id },
      })),
    ];
  });
}

/** Spaces before people of the same name, and before their sub-spaces. */
function place(value: string, names: Names): Meant {
  const found = nearest(value, placesOf(names), ({ called }) => called);
  if (found) return { label: `In ${found.name}`, filter: { in: found.at } };
  const problem = { title: `No conversation of yours is called “${value}”`, text: 'Try fewer letters of its name.' };
  return { label: `In “${value}”: nothing found`, problem };
}

function nearest<T>(value: string, all: readonly T[], nameOf: (one: T) => string): T | undefined {
  const { words } = wantedOf(value);
  let best: { one: T; slips: number; length: number } | undefined;
  for (const candidate of all) {
    const name = nameOf(candidate);
    const slips = slipsTo(name, words);
    // Among equals the shortest name is the one that is typed most fully.
    if (slips === null || (best && (slips > best.slips || (slips === best.slips && name.length >= best.length))))
      continue;
    best = { one: candidate, slips, length: name.length };
  }
  return best?.one;
}
