// The tool that stands between npm and the server: signals, exit codes, and a hard kill.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, it } from 'vitest';

const base = mkdtempSync(path.join(tmpdir(), 'll-children-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));

// A server that says its id, counts what it hears for a while, and leaves with that number as its exit code.
const child = path.join(base, 'child.mjs');
writeFileSync(
  child,
  `let heard = 0;
  for (const name of ['SIGINT', 'SIGTERM']) process.on(name, () => {
    heard += 1;
    console.log(name);
    setTimeout(() => process.exit(40 + heard), 400);
  });
  setInterval(() => {}, 1000);
  console.log(process.pid);`,
);
const tool = path.join(base, 'tool.mjs');
const children = pathToFileURL(path.join(import.meta.dirname, 'children.mjs')).href;
writeFileSync(
  tool,
  `import { startNode, untilEnd } from '${children}';
  process.exitCode = await untilEnd(process.argv.slice(2).map((file) => startNode([file])));`,
);

type Tool = { process: ChildProcess; pids: number[]; lines: string[]; left: Promise<number | string> };

async function start(...files: string[]): Promise<Tool> {
  const running = spawn(process.execPath, [tool, ...files], { stdio: ['ignore', 'pipe', 'inherit'], detached: true });
  const lines: string[] = [];
  createInterface(running.stdout).on('line', (line) => lines.push(line));
  const left = new Promise<number | string>((resolve) => {
    running.once('close', (code, signal) => resolve(code ?? signal ?? ''));
  });
  await eventually(() => lines.length === files.length);
  return { process: running, pids: lines.map(Number), lines, left };
}

async function eventually(check: () => boolean): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!check()) {
    if (Date.now() > deadline) throw new Error('did not happen within 60 s');
    await sleep(10);
  }
}

function runs(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

it.each([
  ['SIGINT', 'SIGINT'],
  ['SIGTERM', 'SIGTERM'],
  ['SIGHUP', 'SIGTERM'],
] as const)('passes %s on once, however often it comes, waits, and leaves with the exit code', async (sent, heard) => {
  const { process: running, pids, lines, left } = await start(child);
  // As Ctrl-C does: to the whole group, and once more by npm.
  process.kill(-(running.pid ?? 0), sent);
  await sleep(50);
  running.kill(sent);
  expect(await left).toBe(41);
  expect(lines.slice(1)).toEqual([heard]);
  expect(pids.map(runs)).toEqual([false]);
});

it('ends the other children when one ends', async () => {
  const { pids, left } = await start(child, child);
  process.kill(pids[0] ?? 0, 'SIGKILL');
  expect(await left).toBe(128 + 9);
  expect(pids.map(runs)).toEqual([false, false]);
});

it('leaves no server behind when it is killed hard', async () => {
  const { process: running, pids } = await start(child);
  running.kill('SIGKILL');
  await eventually(() => !pids.some(runs));
});
