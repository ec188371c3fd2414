// Where things are, and how a tool is run. Runs under any Node from 20.19 on, before anything is installed: no packages here.
import { spawn } from 'node:child_process';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '..', '..');
const windows = process.platform === 'win32';

/** The full path of something in the project. */
export const inProject = (...parts) => path.join(root, ...parts);

/** Node 24, which the npm package `node` brings; everything of ours runs under it. */
export const node24 = inProject('node_modules', 'node', 'bin', windows ? 'node.exe' : 'node');

/**
 * The environment for tools: `node` is Node 24 there, and so is it for what they start. It keeps what it has compiled: the
 * server starts in half the time.
 */
export const toolEnvironment = (more = {}) => ({
  NODE_COMPILE_CACHE: inProject('.cache', 'node'),
  ...process.env,
  PATH: `${inProject('node_modules', '.bin')}${path.delimiter}${process.env.PATH ?? ''}`,
  ...more,
});

/** The command of an installed package, for example `biome`. */
export const bin = (name) => inProject('node_modules', '.bin', windows ? `${name}.cmd` : name);

/** An error for the person at the terminal: its message is printed without a stack. */
export class ToolError extends Error {}

/**
 * Runs a command to its end and collects what it says. After `timeout` ms it is told to end.
 * Never rejects: a command that cannot be started has code 127.
 */
export function run(command, args, { env = toolEnvironment(), cwd = root, timeout } = {}) {
  return new Promise((resolve) => {
    const shell = windows && /\.cmd$|^npm$/.test(command);
    const stdio = ['ignore', 'pipe', 'pipe'];
    const child = spawn(command, args, { cwd, stdio, shell, env, timeout, windowsHide: true });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
    }
    const end = (code, note = '') => resolve({ code, output: `${output}${note}` });
    child.once('error', (error) => end(127, error.message));
    child.once('close', (code, signal) => end(code ?? 1, signal ? `\nended by ${signal}` : ''));
    // Something that it left behind may hold the pipes open for ever.
    child.once('exit', (code) => setTimeout(end, 2_000, code ?? 1, '\nleft a process behind').unref());
  });
}

/** Runs a tool's main function: prints a ToolError plainly, anything else with its stack, and sets the exit code. */
export async function main(work) {
  try {
    process.exitCode = (await work()) ?? 0;
  } catch (error) {
    console.error(error instanceof ToolError ? error.message : error);
    process.exitCode = 1;
  }
}
