// Everybody's name and face, on the device: what the whole app calls people by. How it is kept current is features/people.
import { useQuery } from '@tanstack/react-query';
import type { Person } from '#contract/people.ts';
import { nobodyKnown } from './names.ts';

/** The data under `directoryKey`; `revision` is the company topic's. */
export interface Directory {
  readonly people: Readonly<Record<string, Person>>;
  readonly revision: number;
}

export const directoryKey = ['people', 'directory'] as const;

type ById = ReadonlyMap<string, Person>;
/** One for all who ask, however many rows of a page they are: of ten thousand people it takes ten milliseconds to make. */
const made = new WeakMap<Directory, ById>();

function byIdOf(directory: Directory): ById {
  const known = made.get(directory) ?? new Map(Object.entries(directory.people));
  made.set(directory, known);
  return known;
}

/** By employee_id; `nobodyKnown` until the directory is there. Those who left are not in it. */
export function useDirectory(): ById {
  const { data } = useQuery<Directory>({ queryKey: directoryKey });
  return data ? byIdOf(data) : nobodyKnown;
}

/** True while it is on its way, and names are worth waiting for. Not where it could not be had: what there is, is shown without them. */
export function useDirectoryPending(): boolean {
  const { isPending, failureCount } = useQuery<Directory>({ queryKey: directoryKey });
  return isPending && !failureCount;
}
