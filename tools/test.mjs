// npm test: set-up, every check and the tests of everybody's every day, to the end even if one fails; the last line is
// `N passed, N failed`. `npm test -- --all` runs all tests there are: what has to pass before a change lands (.ci/run).
// One part alone, all of it: `npm test -- --only lint,vitest [file …]`; the names are those that are printed.
import { ensureInstalled } from './lib/install.mjs';
import { main, ToolError } from './lib/project.mjs';
import { rows } from './lib/steps.mjs';

/** What runs before a chosen step so that it can. */
const NEEDS = { e2e: ['client-build', 'browser'] };

/** `short`: without the tests that are tagged so (tools/lib/steps.mjs). Whoever names something wants all of it. */
function chosen(args) {
  const at = args.indexOf('--only');
  if (at >= 0) return { plan: only(args, at), short: false };
  return {
    plan: rows(
      args.filter((word) => word !== '--all'),
      args.length > 0,
    ),
    short: args.length === 0,
  };
}

function only(args, at) {
  const names = (args[at + 1] ?? '').split(',');
  const all = rows(args.toSpliced(at, 2), true);
  const known = all.flat(2).map(({ name }) => name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new ToolError(`No step "${unknown}". There are: ${known.join(', ')}.`);
  const wanted = new Set(names.flatMap((name) => [name, ...(NEEDS[name] ?? [])]));
  return all.map((row) => row.map((lane) => lane.filter(({ name }) => wanted.has(name))));
}

/** One line a step; what it said only if something failed. */
async function report({ name, work }) {
  const began = performance.now();
  const { passed, failed, skipped = 0, output } = await work();
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const counts = passed + failed > 1 ? `  ${passed} passed, ${failed} failed` : '';
  console.log(`${failed ? '✗' : '✓'} ${name}${counts}${skipped ? `, ${skipped} skipped` : ''}  (${seconds} s)`);
  if (failed) console.log(`${output.trim()}\n`);
  return { passed, failed };
}

await main(async () => {
  const { plan, short } = chosen(process.argv.slice(2));
  const total = { passed: 0, failed: 0 };
  try {
    await ensureInstalled();
    const follow = async (lane) => {
      for (const step of lane) {
        const { passed, failed } = await report(step);
        total.passed += passed;
        total.failed += failed;
      }
    };
    for (const row of plan) await Promise.all(row.map(follow));
  } catch (error) {
    console.log(error instanceof ToolError ? error.message : error);
    total.failed += 1;
  }
  if (short) console.log('This was the short run. All tests, as before a change lands: npm test -- --all');
  console.log(`${total.passed} passed, ${total.failed} failed`);
  return total.failed > 0 ? 1 : 0;
});
