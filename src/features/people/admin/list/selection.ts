// Which rows are selected: one by one, or with shift all between the last one that was pressed and this one.
import { useCallback, useState } from 'react';

export interface Selection {
  readonly ids: ReadonlySet<string>;
  /** `rows`: the ids in the order in which they are shown. */
  toggle: (rows: readonly string[], id: string, shift: boolean) => void;
  set: (ids: Iterable<string>) => void;
}

export function useSelection(): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const [last, setLast] = useState<string>();
  const toggle = (rows: readonly string[], id: string, shift: boolean) => {
    const on = !ids.has(id);
    const [from, to] = [last === undefined ? -1 : rows.indexOf(last), rows.indexOf(id)];
    const meant = shift && from >= 0 ? rows.slice(Math.min(from, to), Math.max(from, to) + 1) : [id];
    setIds(on ? ids.union(new Set(meant)) : ids.difference(new Set(meant)));
    setLast(id);
  };
  const set = useCallback((next: Iterable<string>) => setIds(new Set(next)), []);
  return { ids, toggle, set };
}
