// Pages of the app that are called as one types: where "Go to" leads. Which pages there are, and for whom, the shell says. Pure.
import type { LinkProps } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import { isLikeName } from '#contract/search.ts';
import { slipsBetween } from '#contract/search-names.ts';
import { wantedOf, wordsIn } from '#contract/search-words.ts';
import { beginningsIn, type Row, type RowGroup } from './rows.ts';

/** A page that this person may open. */
export interface Page {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly to: NonNullable<LinkProps['to']>;
  readonly params?: Record<string, string>;
  /** What it is a part of: "Settings"; '' for a page of its own. */
  readonly under: string;
  /** Words for what is on it. */
  readonly also?: string;
}

/** How well a name fits, the best first: it is what is typed, it begins so, or something else about it fits. */
type Fit = 0 | 1 | 2;
const MOST = 4;
/** With fewer letters typed nearly every page has a word that begins so. */
const ENOUGH = 3;

const folded = (text: string): string[] => wordsIn(text).map(({ word }) => word);

function fitOf(name: string, words: readonly string[]): Fit {
  const own = folded(name);
  if (own.join(' ') === words.join(' ')) return 0;
  return slipsBetween(own, words) === 0 ? 1 : 2;
}

function isMeant({ label, under, also = '' }: Page, words: readonly string[]): boolean {
  if (slipsBetween(folded(label), words) !== null) return true;
  const all = folded(`${label} ${under} ${also}`);
  return words.join('').length >= ENOUGH && words.every((word) => all.some((one) => one.startsWith(word)));
}

function rowOf({ label, icon, to, params, under }: Page, words: readonly string[]): Row {
  const link = params ? { to, params } : { to };
  return {
    key: `${under} ${label}`,
    picture: { icon },
    title: label,
    ranges: beginningsIn(label, words),
    line: under,
    time: null,
    link,
  };
}

/** The groups, and among them the pages: behind people and spaces that fit as well or better, before all that was said. */
export function withPages(groups: readonly RowGroup[], pages: readonly Page[], query: string): readonly RowGroup[] {
  const { words } = wantedOf(query);
  if (!words.length) return groups;
  const found = pages
    .filter((page) => isMeant(page, words))
    .map((page) => ({ page, fit: fitOf(page.label, words) }))
    .sort((a, b) => a.fit - b.fit)
    .slice(0, MOST);
  const [best] = found;
  if (!best) return groups;
  const rows = found.map(({ page }) => rowOf(page, words));
  const named = groups.map(
    ({ type, rows: others }) =>
      (type === 'people' || type === 'spaces') && others.some(({ title }) => fitOf(title, words) <= best.fit),
  );
  // What looks like no name is searched for in messages first of all.
  const at = isLikeName(query) ? named.lastIndexOf(true) + 1 : groups.length;
  return groups.toSpliced(at, 0, { type: 'pages', label: 'Go to', rows, more: false });
}
