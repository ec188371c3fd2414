// What can be known about another process by its id: does it run, since when, what is it. Nothing here ends one.
import { readFileSync } from 'node:fs';

/** Field 3 (state) and 22 (start time in clock ticks since boot) of /proc/PID/stat, or null where there is no /proc. */
function procStat(pid: number): { state: string; started: string } | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name in brackets and may hold spaces and brackets itself.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0] ?? '', started: fields[19] ?? '' };
  } catch {
    return null;
  }
}

/** True for a process that exists and is not a zombie: under a PID 1 that does not reap, a killed process stays visible. */
export function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  const state = procStat(pid)?.state;
  return state !== 'Z' && state !== 'X';
}

/** When the process began, as an opaque text; tells a process from a later one with the same id. Empty where unknown. */
export function startOf(pid: number): string {
  return procStat(pid)?.started ?? '';
}

/** The command line of a process, or null where it cannot be read (no /proc, or the process is gone). */
export function commandOf(pid: number): string[] | null {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    return null;
  }
}
