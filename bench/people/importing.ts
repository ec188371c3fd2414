// Ten thousand people out of a spreadsheet, as CSV and as a workbook: uploaded, judged, and brought in by a real server process over
// HTTP, as somebody at the screen does it. And the same file once more, which changes nothing.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Papa from 'papaparse';
import { v7 as uuid } from 'uuid';
import writeWorkbook from 'write-excel-file/node';
import { createDepartment } from '#contract/people/departments.ts';
import * as importing from '#contract/people/spreadsheet/importing.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { upload } from '#tests/kit/files.ts';
import { startServerProcess } from '#tests/kit/server-process.ts';
import { sharedMachine } from '../lib/cpu.ts';
import { openOffice } from '../lib/office.ts';
import { type Figure, type Report, runAlone, setting } from '../lib/report.ts';

/** Seconds, from the first byte that goes up to the last row. */
const MOST_SECONDS = 60;
/** So often the screen asks how far it is. */
const ASK_MS = 700;
const DEPARTMENTS = ['Ovens', 'Packing', 'Yard', 'Office'];
const HEADINGS = [
  ...['Employee number', 'First name', 'Last name', 'Work e-mail', 'Job title', 'Department', "Manager's e-mail"],
  ...['Location', 'Phone number', 'Skills', 'Joining date'],
];

/** Everybody reports to one of those before them, ten to each. */
function linesOf(rows: number, domain: string): string[][] {
  return Array.from({ length: rows }, (_, n) => [
    ...[String(n).padStart(6, '0'), 'Pat', `Number ${n}`, `p${n}@${domain}`, n % 3 ? 'Driver' : 'Baker'],
    ...[DEPARTMENTS[n % DEPARTMENTS.length] as string, n ? `p${Math.floor((n - 1) / 10)}@${domain}` : ''],
    ...[n % 2 ? 'Leeds' : 'Porto', '0030 1234567', 'Forklift; Swedish', '2026-11-02'],
  ]);
}

const formats = {
  csv: (lines: string[][]) => Promise.resolve(Buffer.from(Papa.unparse([HEADINGS, ...lines]))),
  xlsx: async (lines: string[][]) => {
    const cell = (value: string) => (value ? { value, type: String } : null);
    return Buffer.from(await writeWorkbook([HEADINGS, ...lines].map((line) => line.map(cell))).toBuffer());
  },
};

interface Went {
  readonly judged: number;
  readonly seconds: number;
  readonly batch: importing.ImportBatch;
}

/** Seconds until the rows could be looked at, and until all of them were in. */
async function bringIn(by: TestClient, bytes: Buffer, name: string): Promise<Went> {
  const began = performance.now();
  const since = () => (performance.now() - began) / 1000;
  const import_id = uuid();
  const { file_id } = await upload(by, bytes, { name });
  await by.call(importing.checkImport, { import_id, file_id });
  const judged = since();
  let { batch } = await by.call(importing.runImport, { import_id });
  while (batch.status === 'running') {
    await new Promise((done) => setTimeout(done, ASK_MS));
    ({ batch } = await by.call(importing.getImport, { import_id }));
  }
  return { judged, seconds: since(), batch };
}

async function measure(
  owner: TestClient,
  format: keyof typeof formats,
  rows: number,
  judge: boolean,
): Promise<Figure[]> {
  const file = await formats[format](linesOf(rows, `${uuid()}.example`));
  const first = await bringIn(owner, file, `first.${format}`);
  const { created, changed, refused } = first.batch.results;
  if (created !== rows || changed || refused) throw new Error(`Not everybody came in: ${JSON.stringify(first.batch)}`);
  const again = await bringIn(owner, file, `again.${format}`);
  const { results, counts } = again.batch;
  return [
    { what: `${format}: judged`, value: first.judged, unit: 's' },
    { what: 'brought in', value: first.seconds, unit: 's', ...(judge && { most: MOST_SECONDS }) },
    { what: 'the same file once more', value: again.seconds, unit: 's' },
    { what: 'changed by it', value: results.created + results.changed + rows - counts.same, unit: 'people', most: 0 },
  ];
}

export async function importPeople(): Promise<Report> {
  const rows = setting('BENCH_ROWS', 10_000);
  const shared = sharedMachine();
  const dataDir = mkdtempSync(join(tmpdir(), 'limelight-bench-'));
  const server = await startServerProcess({ dataDir });
  try {
    const figures: Figure[] = [];
    for (const format of ['csv', 'xlsx'] as const) {
      // A company of its own, so that neither has to look through the other's people. The numbers are the same in both.
      const { owner } = await openOffice(server, 0);
      for (const department_name of DEPARTMENTS)
        await owner.call(createDepartment, { department_id: uuid(), department_name });
      figures.push(...(await measure(owner, format, rows, !shared.length)));
    }
    return { bench: 'import', figures, notes: [`${rows.toLocaleString('en')} rows of 11 columns`, ...shared] };
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

if (import.meta.main) await runAlone(importPeople);
