// Lists that only those who manage people open, and that follow no topic by themselves. The directory does: its revision is the
// company's, so whatever is told there has happened to it as well, and an open list is read anew.
import { type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { type Directory, directoryKey } from '#src/kit/people/directory.ts';

/** Several changes at once are one reason to read. */
const PAUSE_MS = 300;

/** Reads the queries below `key` anew soon after something was told to everybody in the company. */
export function useFollowCompany(key: QueryKey): void {
  const client = useQueryClient();
  const name = JSON.stringify(key);
  useCompanyTold(
    useCallback(() => void client.invalidateQueries({ queryKey: JSON.parse(name) as QueryKey }), [client, name]),
  );
}

/** Soon after something was told to everybody in the company. `then` stays the same function. */
export function useCompanyTold(then: () => void): void {
  const { data: revision } = useQuery<Directory, Error, number>({
    queryKey: directoryKey,
    select: (data) => data.revision,
  });
  const seen = useRef(revision);
  useEffect(() => {
    if (revision === undefined || revision === seen.current) return;
    const first = seen.current === undefined;
    seen.current = revision;
    if (first) return;
    const soon = setTimeout(then, PAUSE_MS);
    return () => clearTimeout(soon);
  }, [revision, then]);
}
