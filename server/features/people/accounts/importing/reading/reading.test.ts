// What a file says, whatever wrote it: delimiters, character sets, days, workbooks; and files that are made to do harm.
import { deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import writeWorkbook from 'write-excel-file/node';
import { orderOf, readDay } from './days.ts';
import { findHeadings, guessFields } from './headings.ts';
import { readLines } from './read-file.ts';
import { pack, unpack } from './zip.ts';

const TABLE = [
  ['First name', 'E-mail', 'Phone'],
  ['Zoë', 'zoe@a.example', '00712'],
];
const text = (delimiter: string, end = '\r\n') => TABLE.map((row) => row.join(delimiter)).join(end);
const cells = async (bytes: Buffer) => (await readLines(bytes)).map((line) => line.cells);
const refused = (code: string) => expect.objectContaining({ code });

test.each([
  ['commas, UTF-8', Buffer.from(text(','))],
  ['a mark before it', Buffer.from(`\uFEFF${text(',', '\n')}`)],
  ['semicolons, Windows-1252', Buffer.from(text(';'), 'latin1')],
  ['tabs, UTF-16 with a mark', Buffer.from(`\uFEFF${text('\t')}`, 'utf16le')],
  ['UTF-16 without one', Buffer.from(text(';'), 'utf16le')],
  ['UTF-16, the other way round', Buffer.from(`\uFEFF${text(',')}`, 'utf16le').swap16()],
  ['a word of Excel’s own', Buffer.from(`sep=|\r\n${text('|')}`)],
])('%s: the same table', async (_, bytes) => {
  expect(await cells(bytes)).toEqual(TABLE);
});

test('lines keep their numbers; what guards against formulas goes; a formula is known as one', async () => {
  const lines = await readLines(Buffer.from('A,B\n\n"two\nlines",=1+1\n\'=1+1,"=""0071"""\n,\n\'tis,x\n'));
  expect(lines).toEqual([
    { row: 1, cells: ['A', 'B'] },
    { row: 3, cells: ['two\nlines', '=1+1'], formulas: [1] },
    { row: 4, cells: ['=1+1', '0071'] },
    { row: 6, cells: ["'tis", 'x'] },
  ]);
});

test('a workbook: text stays text, numbers keep their digits, days are days of no zone', async () => {
  const day = new Date('2026-11-02T00:00:00Z');
  const bytes = await writeWorkbook([
    [{ value: 'A' }, { value: 'B' }, { value: 'C' }, { value: 'D' }],
    [
      { value: '00712', type: String },
      { value: 491500000000, type: Number },
      { value: day, type: Date, format: 'dd/mm/yyyy' },
      null,
    ],
  ]).toBuffer();
  expect(await cells(bytes)).toEqual([
    ['A', 'B', 'C', 'D'],
    ['00712', '491500000000', '2026-11-02', ''],
  ]);
});

test('what is no table, or empty, or never ends, is refused', async () => {
  await expect(readLines(Buffer.from('\x89PNG\r\n\x1a\n\0\0\0'))).rejects.toEqual(refused('IMPORT_UNREADABLE'));
  await expect(readLines(Buffer.from('PK\x03\x04 and no more'))).rejects.toEqual(refused('IMPORT_UNREADABLE'));
  await expect(readLines(Buffer.from('A,B\n"never closed,1\n2,3'))).rejects.toEqual(refused('IMPORT_UNREADABLE'));
  await expect(readLines(Buffer.from('A,B\n , \n'))).rejects.toEqual(refused('IMPORT_EMPTY'));
  await expect(readLines(Buffer.alloc(0))).rejects.toEqual(refused('IMPORT_EMPTY'));
  const long = `A\n${'x\n'.repeat(20_020)}`;
  await expect(readLines(Buffer.from(long))).rejects.toEqual(refused('IMPORT_TOO_LARGE'));
  await expect(readLines(Buffer.from(`A\n${'x,'.repeat(300)}y`))).rejects.toEqual(refused('IMPORT_TOO_LARGE'));
});

/** An archive of one part, packed. */
function packed(name: string, bytes: Buffer): Buffer {
  const archive = pack([{ name, bytes: deflateRawSync(bytes) }]);
  archive.writeUInt16LE(8, archive.lastIndexOf(Buffer.from('PK\x01\x02', 'latin1')) + 10);
  return archive;
}

test('an archive that unpacks to more than a workbook can be is refused before it is read', async () => {
  const name = 'xl/worksheets/sheet1.xml';
  expect(unpack(packed(name, Buffer.from('<x/>')))).toEqual([{ name, bytes: Buffer.from('<x/>') }]);
  const archive = packed(name, Buffer.alloc(101_000_000, 0x20));
  expect(archive.length).toBeLessThan(1_000_000);
  await expect(readLines(archive)).rejects.toEqual(refused('IMPORT_TOO_LARGE'));
});

test('a sheet with one cell at its far end is refused before anything is made of it', async () => {
  const workbook = await writeWorkbook([[{ value: 'A' }], [{ value: 'B' }]]).toBuffer();
  const parts = unpack(workbook).map(({ name, bytes }) => {
    const sheet = name.endsWith('worksheets/sheet1.xml');
    return { name, bytes: sheet ? Buffer.from(bytes.toString().replace('r="A2"', 'r="XFD1048576"')) : bytes };
  });
  expect(parts.some(({ bytes }) => bytes.includes('XFD1048576'))).toBe(true);
  await expect(readLines(pack(parts))).rejects.toEqual(refused('IMPORT_TOO_LARGE'));
});

test('days as people write them, and none that is not', () => {
  const days = (texts: readonly string[], dayFirst: boolean | null = null) =>
    texts.map((one) => {
      const read = readDay(one, dayFirst);
      return 'day' in read ? read.day : read.problem;
    });
  const same = ['2026-11-02', '2026/11/2', '2.11.2026', '02-Nov-2026', 'Nov 2, 2026', '2 November 2026'];
  expect(days([...same, '2026-11-02T00:00:00Z', '2026-11-02 13:00'])).toEqual(Array(8).fill('2026-11-02'));
  expect(days(['13/11/2026', '11/13/2026', '5/5/2026', '3/4/2026'])).toEqual([
    ...['2026-11-13', '2026-11-13', '2026-05-05', 'ambiguous'],
  ]);
  expect([days(['3/4/2026'], true), days(['3/4/2026'], false)]).toEqual([['2026-04-03'], ['2026-03-04']]);
  expect(days(['2026-02-29', '31.4.2026', 'soon', '46328', '2.11.26', '0000-01-01', '1/2/3/2026'])).toEqual(
    Array(7).fill('none'),
  );
  expect([orderOf(['', '3/4/2026', '13/4/2026']), orderOf(['4/13/2026']), orderOf(['3/4/2026'])]).toEqual([
    true,
    false,
    null,
  ]);
});

test('headings of other systems are known, in any order and case', () => {
  expect(
    guessFields(['Employee ID', 'WORK EMAIL', 'Given Name', 'Surname', 'Display name', 'Hire date', 'Reports to']),
  ).toEqual([
    ...['employee_number', 'work_email_id', 'first_name', 'last_name', null, 'joining_date', 'manager_email'],
  ]);
  for (const heading of ['Employee number', 'Staff no.', 'Personnel number', 'Payroll Number', 'EMP_ID', 'Worker ID'])
    expect(guessFields([heading, 'Email'])).toEqual(['employee_number', 'work_email_id']);
  // The more usual word counts, once.
  expect(guessFields(['Username', 'Email', 'E-mail'])).toEqual([null, 'work_email_id', null]);
  expect(guessFields(['Name', 'Mail'])).toEqual(['full_name', 'work_email_id']);
  expect(guessFields(['x', ''])).toEqual([null, null]);
  const line = (row: number, ...of: string[]) => ({ row, cells: of });
  expect(findHeadings([line(1, 'People of 2026'), line(3, 'Name', 'Mail'), line(4, 'Jo', 'a@b.example')])).toBe(1);
  expect(findHeadings([line(1, 'x', 'y'), line(2, 'z')])).toBe(0);
  // A line about somebody may have more known words than headings of another language.
  const foreign = [line(1, 'Vorname', 'Nachname', 'E-Mail', 'Rolle', 'Standort'), line(2, 'Mia', 'M', 'm@b', 'x', 'y')];
  expect(findHeadings([...foreign, line(3, 'Max', 'Muster', 'max@b.example', 'Manager', 'Office')])).toBe(0);
});

test('a cell is cut where no field takes as much, and all of them together have an end', async () => {
  const long = 'x'.repeat(10_000);
  const [, line] = await readLines(Buffer.from(`Name,Mail\n${long},a@b.example\n`));
  expect(line?.cells[0]).toHaveLength(4_000);
  const many = Buffer.from(`Name,Mail\n${`${'x'.repeat(4_000)},b\n`.repeat(5_100)}`);
  await expect(readLines(many)).rejects.toMatchObject({ code: 'IMPORT_TOO_LARGE' });
});
