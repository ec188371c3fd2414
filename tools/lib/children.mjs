// Long-running children of a tool (server, dev server): they end together, and a signal reaches each of them exactly once.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { pathToFileURL } from 'node:url';
import { inProject, node24, root, toolEnvironment } from './project.mjs';

const windows = process.platform === 'win32';
const endWithParent = pathToFileURL(inProject('tools', 'lib', 'end-with-parent.mjs')).href;

/**
 * Starts Node 24 in a process group of its own: Ctrl-C goes to the terminal's whole group, and a child in it would get
 * the signal twice, from the terminal and from us.
 */
export function startNode(args, environment = {}) {
  return spawn(node24, ['--import', endWithParent, ...args], {
    cwd: root,
    detached: !windows,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: toolEnvironment(environment),
    windowsHide: true,
  });
}

/** The parent of a process and its program's name, or null where there is no /proc. */
function readParent(pid) {
  try {
    const [, name, fields] = /^\d+ \((.*)\) \S (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return { name, parent: Number(fields?.split(' ')[0]) };
  } catch {
    return null;
  }
}

/**
 * npm that was killed hard cannot tell us, and the server must not stay behind: it would keep the port. Seen by the
 * parent of this process changing, or, because npm runs its scripts in a shell, by the shell's parent changing.
 */
function whenNpmIsKilled(act) {
  if (windows || process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const shell = readParent(parent);
  const above = /^(ba|da)?sh$/.test(shell?.name ?? '') ? shell?.parent : undefined;
  const isThere = () => process.ppid === parent && (above === undefined || readParent(parent)?.parent === above);
  setInterval(() => isThere() || act(), 500).unref();
}

const exitCode = (code, signal) => code ?? 128 + (constants.signals[signal] ?? 0);

/**
 * Waits until all children have ended. The first SIGINT, SIGTERM or SIGHUP is passed on, later ones are not: a server that
 * is stopping must not take the second as "at once". When one child ends, the others are ended. Gives the first exit code.
 */
export async function untilEnd(children) {
  let told = false;
  const tell = (signal) => {
    if (told) return;
    told = true;
    for (const child of children) child.kill(signal);
  };
  // A closed terminal means the same as a polite stop.
  for (const [heard, passed] of Object.entries({ SIGINT: 'SIGINT', SIGTERM: 'SIGTERM', SIGHUP: 'SIGTERM' })) {
    process.on(heard, () => tell(passed));
  }
  whenNpmIsKilled(() => tell('SIGTERM'));
  let first;
  const end = (code) => {
    first ??= code;
    tell('SIGTERM');
  };
  await Promise.all(
    children.map(
      (child) =>
        new Promise((resolve) => {
          child.once('exit', (code, signal) => resolve(end(exitCode(code, signal))));
          child.once('error', (error) => {
            console.error(error.message);
            resolve(end(127));
          });
        }),
    ),
  );
  return first;
}
