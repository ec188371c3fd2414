// What a bench says: figures, what they are held against, and whether they hold. Printing and running alone stand here, too.

export interface Figure {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  /** What the figure must not be under (`least`) or over (`most`). */
  readonly least?: number;
  readonly most?: number;
}

export interface Report {
  readonly bench: string;
  readonly figures: readonly Figure[];
  /** How it was measured, where that is not what a full run does. */
  readonly notes: readonly string[];
}

/** One bench: measures and reports. Throws if it could not measure. */
export type Bench = () => Promise<Report>;

export const holds = ({ value, least, most }: Figure): boolean =>
  (least === undefined || value >= least) && (most === undefined || value <= most);

const digits = (value: number): string => {
  const size = Math.abs(value);
  return value.toLocaleString('en', { maximumFractionDigits: size < 10 ? 2 : size < 100 ? 1 : 0 });
};

const limitOf = ({ least, most, unit }: Figure): string => {
  if (least !== undefined) return `≥ ${digits(least)} ${unit}`;
  return most === undefined ? '' : `≤ ${digits(most)} ${unit}`;
};

/** All reports as one table, notes below. */
export function table(reports: readonly Report[]): string {
  const rows = reports.flatMap(({ bench, figures }) =>
    figures.map((figure, index) => [
      index ? '' : bench,
      figure.what,
      `${digits(figure.value)} ${figure.unit}`,
      limitOf(figure),
      limitOf(figure) ? (holds(figure) ? 'holds' : 'BROKEN') : '',
    ]),
  );
  const all = [['bench', 'what', 'measured', 'limit', ''], ...rows];
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...all.map((row) => (row[column] ?? '').length)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => (column === 2 ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)))
      .join('  ')
      .trimEnd();
  const notes = reports.flatMap(({ bench, notes: said }) => said.map((note) => `${bench}: ${note}`));
  return [...all.map(line), ...(notes.length ? ['', ...notes] : [])].join('\n');
}

/** Sentences about what does not hold. */
export const broken = (reports: readonly Report[]): string[] =>
  reports.flatMap(({ bench, figures }) =>
    figures
      .filter((figure) => !holds(figure))
      .map((f) => `${bench}: ${f.what} is ${digits(f.value)} ${f.unit}, but the limit is ${limitOf(f)}.`),
  );

/** For a bench that is the program itself: prints its table; exit code 1 if something does not hold. */
export async function runAlone(bench: Bench): Promise<void> {
  const report = await bench();
  console.log(table([report]));
  const problems = broken([report]);
  for (const problem of problems) console.error(problem);
  process.exit(problems.length ? 1 : 0);
}

/** A whole number from the environment, for shorter runs. */
export const setting = (name: string, usual: number): number => Number(process.env[name] || usual);
