// Which levels of the chart are open: what one opened, the way down to whom it is about, and the first one if it is alone.
import { useCallback, useMemo, useState } from 'react';
import type { Person } from '#contract/people.ts';
import { useLevel } from './data.ts';

/** @param managers those above `at`, from the top down. */
export function useOpen(at: string | undefined, managers: readonly Person[]) {
  const [turned, setTurned] = useState<ReadonlyMap<string, boolean>>(new Map());
  const leading = useLevel(null).data?.pages[0]?.items.filter(({ direct }) => direct > 0);
  const alone = leading?.length === 1 ? leading[0]?.person.employee_id : undefined;
  const way = managers.map(({ employee_id }) => employee_id).join(' ');
  const path = useMemo(() => [...way.split(' ').filter(Boolean), ...(at ? [at] : [])], [way, at]);
  const open = useMemo(() => {
    const all = new Set([...path, ...(alone ? [alone] : [])]);
    for (const [employee_id, wanted] of turned) {
      if (wanted) all.add(employee_id);
      else all.delete(employee_id);
    }
    return all;
  }, [path, alone, turned]);
  const toggle = useCallback(
    (employee_id: string) => setTurned((before) => new Map(before).set(employee_id, !open.has(employee_id))),
    [open],
  );
  // Somebody else is looked for: what was closed on the way there opens again, what was opened stays.
  const [last, setLast] = useState(at);
  if (last !== at) {
    setLast(at);
    setTurned(new Map([...turned].filter(([, wanted]) => wanted)));
  }
  return { open, toggle, path };
}
