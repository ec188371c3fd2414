// In which order lines are done so that every manager is there before who reports to them, and who would be above themselves. Pure.
import { emailKey } from '../../../finding/fold.ts';
import type { Judged } from './judged.ts';

/** `first`: the line that counts for an address. Those in a ring come in some order: they are refused anyway. */
export function managersFirst(all: readonly Judged[], first: ReadonlyMap<string, Judged>): Judged[] {
  const placed = new Set<Judged>();
  for (const one of all) {
    const way: Judged[] = [];
    const onWay = new Set<Judged>();
    for (let at: Judged | undefined = one; at && !placed.has(at) && !onWay.has(at); at = managerLine(at, first)) {
      way.push(at);
      onWay.add(at);
    }
    for (const next of way.toReversed()) placed.add(next);
  }
  return [...placed];
}

const managerLine = ({ wish }: Judged, first: ReadonlyMap<string, Judged>): Judged | undefined =>
  wish.manager ? first.get(emailKey(wish.manager)) : undefined;

/** The lines whose manager would report to them. `bosses`: who reports to whom now. */
export function rings(all: readonly Judged[], bosses: ReadonlyMap<string, string>): Judged[] {
  const said = new Map<string, Judged>();
  for (const one of all)
    if (one.employee_id && one.wish.manager && !one.problems.length) said.set(one.employee_id, one);
  const above = (id: string): string | undefined => said.get(id)?.target.manager_id ?? bosses.get(id);
  const safe = new Set<string>();
  const found = new Set<Judged>();
  for (const id of said.keys()) {
    const way = new Set<string>();
    let at: string | undefined = id;
    while (at && !safe.has(at) && !way.has(at)) {
      way.add(at);
      at = above(at);
    }
    // Back on the own way: from there on it is a ring.
    if (at && way.has(at)) for (const on of [...way].slice([...way].indexOf(at))) mark(said.get(on), found);
    for (const on of way) safe.add(on);
  }
  return [...found];
}

function mark(one: Judged | undefined, found: Set<Judged>): void {
  if (one) found.add(one);
}
