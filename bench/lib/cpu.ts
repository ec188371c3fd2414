// CPU time of processes, from Linux's /proc: says where the time of a round goes, whoever else uses the machine. Elsewhere NaN.
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

/** Clock ticks of /proc/…/stat a second: 100 on every Linux that Node runs on. */
const TICKS = 100;

function statOf(pid: number | string): { parent: number; ticks: number } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The program's name is in parentheses and may have blanks in it.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) };
  } catch {
    return undefined;
  }
}

/** Seconds of CPU that the process has used, its children's (`family`) included. */
export function cpuOf(pid: number, family = false): number {
  const own = statOf(pid);
  if (!own) return Number.NaN;
  let { ticks } = own;
  if (family)
    for (const name of readdirSync('/proc'))
      if (/^\d+$/.test(name)) {
        const stat = statOf(name);
        if (stat?.parent === pid) ticks += stat.ticks;
      }
  return ticks / TICKS;
}

const PATIENCE_MS = 180_000;

const isShared = (): boolean => (loadavg()[0] ?? 0) >= availableParallelism() / 4;

/** Resolves when nobody uses the machine any more, after three minutes at most. */
export async function untilQuiet(): Promise<void> {
  for (const begun = Date.now(); isShared() && Date.now() - begun < PATIENCE_MS; ) await sleep(1_000);
}

/** A note if others are using the machine just now: to be asked before a bench begins, which then judges no times. */
export function sharedMachine(): string[] {
  if (!isShared()) return [];
  const [load = 0] = loadavg();
  const cores = availableParallelism();
  return [
    `the machine was not ours alone: load ${load.toFixed(1)} on ${cores} cores before it began, so times are too long, and not judged`,
  ];
}
