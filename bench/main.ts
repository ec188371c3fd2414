// All benches, or those named (`npm run bench -- send bytes`): one table, and the same as JSON in bench/results/latest.json. `full`
// among the names: with the largest numbers, which takes an hour.
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { cold } from './browser/cold.ts';
import { lighthouse } from './browser/lighthouse.ts';
import { list } from './browser/list.ts';
import { marks } from './browser/marks.ts';
import { reading } from './browser/reading.ts';
import { richText } from './browser/rich-text.ts';
import { start } from './browser/start.ts';
import { table as peopleTable } from './browser/table.ts';
import { bytes } from './bytes.ts';
import { crowd } from './crowd.ts';
import { door } from './door.ts';
import { fanout } from './fanout.ts';
import { untilQuiet } from './lib/cpu.ts';
import { type Bench, broken, type Report, table } from './lib/report.ts';
import { memory } from './memory.ts';
import { staff } from './people/finding.ts';
import { importPeople } from './people/importing.ts';
import { rights } from './people/rights.ts';
import { send } from './send.ts';
import { size } from './size.ts';
import { storm } from './storm.ts';

const benches: Readonly<Record<string, Bench>> = {
  bytes,
  cold,
  start,
  marks,
  lighthouse,
  list,
  table: peopleTable,
  reading,
  'rich-text': richText,
  send,
  size,
  people: staff,
  import: importPeople,
  rights,
  fanout,
  crowd,
  storm,
  door,
  memory,
};

/** What the largest numbers are; a setting of one's own stands. */
const FULL = { BENCH_MESSAGES: '1000000', BENCH_CROWD_SECONDS: '600' };

const words = process.argv.slice(2);
const asked = words.filter((word) => word !== 'full');
if (words.includes('full')) for (const [name, value] of Object.entries(FULL)) process.env[name] ??= value;
const unknown = asked.filter((name) => !benches[name]);
if (unknown.length) {
  console.error(`There is no bench ${unknown.join(', ')}. There are: ${Object.keys(benches).join(', ')}.`);
  process.exit(2);
}

const reports: Report[] = [];
const failures: string[] = [];
// One after the other: they share the machine.
for (const [name, bench] of Object.entries(benches)) {
  if (asked.length && !asked.includes(name)) continue;
  process.stderr.write(`${name} …\n`);
  // The one before is over, but not yet out of the mean of the last minute, by which the next one says whether it is alone.
  await untilQuiet();
  try {
    reports.push(await bench());
  } catch (error) {
    failures.push(`${name} could not be measured: ${(error as Error).message}`);
  }
}
const problems = [...broken(reports), ...failures];
const results = fileURLToPath(new URL('./results/', import.meta.url));
mkdirSync(results, { recursive: true });
const machine = {
  cpus: cpus().length,
  model: cpus()[0]?.model ?? '',
  node: process.version,
  platform: process.platform,
};
const record = { at: new Date().toISOString(), machine, reports, problems };
writeFileSync(`${results}latest.json`, `${JSON.stringify(record, null, 2)}\n`);

console.log(table(reports));
for (const problem of problems) console.error(problem);
process.exit(problems.length ? 1 : 0);
