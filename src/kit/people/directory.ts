// Everybody's name and face, on the device: what the whole app calls people by. How it is kept current is features/people.
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Person } from '#contract/people.ts';

/** The data under `directoryKey`; `revision` is the company topic's. */
export interface Directory {
  readonly people: Readonly<Record<string, Person>>;
  readonly revision: number;
}

export const directoryKey = ['people', 'directory'] as const;

const nobody: ReadonlyMap<string, Person> = new Map();

/** By employee_id; empty until the directory is there. Those who left are not in it. */
export function useDirectory(): ReadonlyMap<string, Person> {
  const { data } = useQuery<Directory>({ queryKey: directoryKey });
  return useMemo(() => (data ? new Map(Object.entries(data.people)) : nobody), [data]);
}

/** True until it is known whether somebody is in it: before, nobody who is missing may be called a former employee. */
export function useDirectoryPending(): boolean {
  return useQuery<Directory>({ queryKey: directoryKey }).isPending;
}
