// Everybody's name and face, on the device: what the whole app calls people by. How it is kept current is features/people.
import { useQuery } from '@tanstack/react-query';
import type { Person } from '#contract/people.ts';

/** The data under `directoryKey`; `revision` is the company topic's. */
export interface Directory {
  readonly people: Readonly<Record<string, Person>>;
  readonly revision: number;
}

export const directoryKey = ['people', 'directory'] as const;

type ById = ReadonlyMap<string, Person>;
const nobody: ById = new Map();
/** One for all who ask, however many rows of a page they are: of ten thousand people it takes ten milliseconds to make. */
const made = new WeakMap<Directory, ById>();

function byIdOf(directory: Directory): ById {
  const known = made.get(directory) ?? new Map(Object.entries(directory.people));
  made.set(directory, known);
  return known;
}

/** By employee_id; empty until the directory is there. Those who left are not in it. */
export function useDirectory(): ById {
  const { data } = useQuery<Directory>({ queryKey: directoryKey });
  return data ? byIdOf(data) : nobody;
}

/** True until it is known whether somebody is in it: before, nobody who is missing may be called a former employee. */
export function useDirectoryPending(): boolean {
  return useQuery<Directory>({ queryKey: directoryKey }).isPending;
}
