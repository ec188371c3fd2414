// The register of personal data is whole, and true: every column is tagged, and of somebody who is erased nothing is left in what is
// tagged as personal.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eraseLeaver } from '#contract/people/leaving.ts';
import * as people from '#contract/people.ts';
import { createSubSpace } from '#contract/spaces.ts';
import { columnsIn, isTheirs, type Tagged } from '#server/platform/db/privacy/register.ts';
import { migrationFolders, personalData } from '#server/registry.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import { addPerson, registerCompany } from '#tests/kit/factory.ts';
import { makeSpace, PATIENCE } from './talk.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app?.close());

interface Column {
  readonly table: string;
  readonly column: string;
  readonly type: string;
  readonly nullable: boolean;
}

const columnsOf = (): Promise<Column[]> =>
  app.sql<Column>(`SELECT c.table_name AS table, c.column_name AS column, c.udt_name AS type, c.is_nullable = 'YES' AS nullable
    FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY 1, c.ordinal_position`);

/** All that a table's line tags, as often as it does. */
const taggedIn = ({ personal, owned, kept = {} }: Tagged): string[] =>
  [personal, owned, ...Object.values(kept)].flatMap(columnsIn);

/** The file in which a column is to be tagged: beside the migration that makes its table. */
function fileFor(table: string): string {
  const made = new RegExp(`^(?:CREATE TABLE|ALTER TABLE) ${table}\\b`, 'm');
  const folder = migrationFolders.find((one) =>
    readdirSync(one).some((name) => made.test(readFileSync(path.join(one, name), 'utf8'))),
  );
  if (!folder) return 'the personal-data.ts of the feature that makes the table';
  const own = path.relative(path.resolve(import.meta.dirname, '../..'), folder).replaceAll(path.sep, '/');
  return own === 'server/platform/db/migrations'
    ? 'server/platform/db/privacy/personal-data.ts'
    : `${own}/personal-data.ts`;
}

const howTo = (column: Column, known: boolean): string =>
  `${column.table}.${column.column} (${column.type}): say in ${fileFor(column.table)} what it is to a person: ${
    known
      ? ''
      : `a line { table: '${column.table}', … }, the file's list in server/registry.ts (personalData), with it `
  }personal (in their export, gone once they are erased), owned (what they wrote: in their export, stays), or kept: { 'why': … }`;

test('every column of every table is tagged, once', async () => {
  const columns = await columnsOf();
  expect(columns.length).toBeGreaterThan(400);
  const lines = new Map(personalData.map((line) => [line.table, line]));
  expect(lines.size, 'each table stands in one line').toBe(personalData.length);
  const untagged = columns.filter(({ table, column }) => {
    const line = lines.get(table);
    return !line || !taggedIn(line).includes(column);
  });
  expect(untagged.map((column) => howTo(column, lines.has(column.table)))).toEqual([]);
  const there = new Set(columns.map(({ table, column }) => `${table}.${column}`));
  const tags = personalData.flatMap((line) => taggedIn(line).map((column) => `${line.table}.${column}`));
  expect(
    tags.filter((tag) => !there.has(tag)),
    'tags of columns that do not exist',
  ).toEqual([]);
  expect(
    tags.filter((tag, at) => tags.indexOf(tag) !== at),
    'tagged twice',
  ).toEqual([]);
});

test('what is personal or written by somebody says whose it is, and where it stands in the export or why not', async () => {
  const columns = await columnsOf();
  const of = (table: string) => columns.filter((one) => one.table === table).map(({ column }) => column);
  const about = personalData.filter(({ personal, owned }) => personal ?? owned);
  expect(about.length).toBeGreaterThan(25);
  const owned = about.filter(({ table, whose }) => !whose || (/^\w+$/.test(whose) && !of(table).includes(whose)));
  expect(
    owned.map(({ table }) => `${table}: \`whose\` is to be the column with the person's id, or a condition`),
  ).toEqual([]);
  const silent = about.filter(({ exported }) => !exported);
  expect(silent.map(({ table }) => `${table}: \`exported\` is missing`)).toEqual([]);
  const { company_id, owner } = await registerCompany(app);
  for (const { table, whose, exported } of personalData) {
    if (!whose) continue;
    // What is said in SQL can be run, and every column that it names is there.
    const shown = typeof exported === 'object' ? exported : undefined;
    const named = [...columnsIn(shown?.with), ...columnsIn(shown?.without)];
    expect(
      named.filter((column) => !of(table).includes(column)),
      table,
    ).toEqual([]);
    const also = Object.values(shown?.also ?? {}).map((expression) => `, ${expression}`);
    await app.sql(
      `SELECT $1::uuid ${also.join('')} FROM ONLY ${table} WHERE company_id = $1 AND $2::uuid IS NOT NULL
        AND ${isTheirs(whose)} AND ${shown?.only ?? 'true'}`,
      [company_id, owner.employee_id],
    );
  }
  const paths = personalData.flatMap(({ exported }) => (typeof exported === 'object' ? exported.file : []));
  expect(
    paths.filter((one, at) => paths.indexOf(one) !== at),
    'two tables in one file',
  ).toEqual([]);
});

/** Never what a column says by itself. */
const CANARY: Readonly<Record<string, (name: string) => unknown>> = {
  text: (name) => `canary ${name}`,
  uuid: () => uuid(),
  jsonb: (name) => JSON.stringify({ canary: name }),
  json: (name) => JSON.stringify({ canary: name }),
  _text: (name) => [`canary ${name}`],
  _uuid: () => [uuid()],
  int2: () => 77,
  int4: () => 77_777,
  int8: () => 77_777,
  bool: () => true,
  date: () => '1977-07-17',
  timestamptz: () => '2035-07-17T07:07:07.000Z',
  bytea: (name) => Buffer.from(`canary ${name}`),
  tsvector: () => 'canary',
};

/** What a column can be only. Most tables say it themselves: the first of what their CHECK lists is taken. */
async function choicesIn(): Promise<Map<string, string>> {
  const checks = await app.sql<{ table: string; name: string; text: string }>(
    "SELECT conrelid::regclass::text AS table, conname AS name, pg_get_constraintdef(oid) AS text FROM pg_constraint WHERE contype = 'c' AND connamespace = 'public'::regnamespace",
  );
  const found = new Map<string, string>();
  for (const { table, name, text } of checks) {
    // What columns say together no canary can know.
    await app.sql(`ALTER TABLE ${table} DROP CONSTRAINT "${name}"`);
    const [, column, first] = /^CHECK \(\(\(?"?(\w+)"? = ANY \(ARRAY\['([^']+)'/.exec(text) ?? [];
    if (column && first) found.set(`${table}.${column}`, first);
  }
  return found;
}

interface Seen {
  readonly table: string;
  readonly key: Readonly<Record<string, unknown>>;
  readonly values: Readonly<Record<string, unknown>>;
}

/** The rows of a table that are somebody's, with what is personal in them. */
async function seen(line: Tagged, company_id: string, employee_id: string): Promise<Seen[]> {
  const keys = await app.sql<{ name: string }>(
    `SELECT a.attname AS name FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
     WHERE i.indrelid = $1::regclass AND i.indisprimary`,
    [line.table],
  );
  const rows = await app.sql<{ row: Record<string, unknown> }>(
    `SELECT to_jsonb(t) AS row FROM (SELECT * FROM ONLY ${line.table} WHERE company_id = $1 AND ${isTheirs(line.whose ?? '')}) t
     WHERE $2::uuid IS NOT NULL`,
    [company_id, employee_id],
  );
  const pick = (row: Record<string, unknown>, names: string[]) => Object.fromEntries(names.map((n) => [n, row[n]]));
  return rows.map(({ row }) => ({
    table: line.table,
    key: pick(
      row,
      keys.map(({ name }) => name),
    ),
    values: pick(row, columnsIn(line.personal)),
  }));
}

const isEmpty = (value: unknown) => value === null || value === '' || JSON.stringify(value) === '[]';

test('of somebody who is erased nothing is left in what is personal', async () => {
  const { owner, company_id } = await registerCompany(app);
  const work_email_id = `canary.${uuid()}@people.example`;
  const person = await addPerson(app, owner, { first_name: 'Canary', last_name: 'Canary', work_email_id });
  const { employee_id } = person;
  const session_id = person.session?.session_id;
  const [{ space_id }, sub_space_id, device_id] = [
    await makeSpace(owner, { employee_ids: [employee_id] }),
    uuid(),
    uuid(),
  ];
  const part = { sub_space_name: 'Part', is_private: true, employee_ids: [employee_id] };
  await owner.call(createSubSpace, { space_id, sub_space_id, ...part });
  const columns = await columnsOf();
  const choices = await choicesIn();
  const lines = personalData.filter(({ personal }) => personal);

  // As they would never be made by the app: a value of theirs in each column that is personal.
  const client = new pg.Client(app.connection);
  await client.connect();
  await client.query('SET session_replication_role = replica');
  const whoseRow: Readonly<Record<string, Record<string, unknown>>> = {
    event: { topic: `employee:${employee_id}` },
    mail: { recipient: work_email_id },
    sso_session: { session_id },
    session: { session_id, expires_at: '2035-01-01T00:00:00Z', ended_at: null },
    people_import_row: { employee_id },
    space_member: { space_id, role: 'member' },
    sub_space_member: { sub_space_id },
    device: { session_id, device_id },
    push: { session_id, device_id },
    // Their state, and where they are, are choices; what is compared to see that they are here stays.
    employee: {
      work_email: work_email_id,
      work_email_key: work_email_id,
      status_type: 'Busy',
      auto_status: 'Available',
      time_zone: 'Atlantic/Canary',
      manager_id: owner.employee_id,
      profile_url: '/canary.png',
    },
    credential: { password_hash: 'canary' },
  };
  const kept = new Set(['employee', 'session']);
  try {
    for (const { table, whose = '', personal } of lines) {
      if (table === 'leaver') continue;
      const given: Record<string, unknown> = { company_id, ...whoseRow[table] };
      if (/^\w+$/.test(whose)) given[whose] = employee_id;
      for (const { column, type, nullable } of columns.filter((one) => one.table === table)) {
        if (column in given || (nullable && !columnsIn(personal).includes(column))) continue;
        const canary = CANARY[type];
        if (!canary) throw new Error(`Say in CANARY what a value of the type ${type} is (${table}.${column})`);
        if (kept.has(table) && !columnsIn(personal).includes(column)) continue;
        given[column] = choices.get(`${table}.${column}`) ?? canary(`${table}.${column}`);
      }
      const names = Object.keys(given);
      const values = Object.values(given);
      const at = (from: number) => names.map((name, n) => `"${name}" = $${n + from}`).join(', ');
      if (kept.has(table)) {
        const one = table === 'session' ? session_id : employee_id;
        await client.query(`UPDATE ${table} SET ${at(2)} WHERE ${table}_id = $1`, [one, ...values]);
        continue;
      }
      await client.query(`DELETE FROM ${table} WHERE company_id = $1 AND ${isTheirs(whose)} AND $2::uuid IS NOT NULL`, [
        company_id,
        employee_id,
      ]);
      await client.query(
        `INSERT INTO ${table} (${names.map((name) => `"${name}"`).join(', ')}) VALUES (${names.map((_, n) => `$${n + 1}`).join(', ')})`,
        values,
      );
    }
  } finally {
    await client.end();
  }
  const before: Seen[] = [];
  for (const line of lines) if (line.table !== 'leaver') before.push(...(await seen(line, company_id, employee_id)));
  const filled = (table: string, column: string, rows: Seen[]) =>
    rows.some((row) => row.table === table && !isEmpty(row.values[column]));
  const unfilled = (rows: Seen[], some: readonly Tagged[]) =>
    some.flatMap(({ table, personal }) =>
      columnsIn(personal).flatMap((column) => (filled(table, column, rows) ? [] : `${table}.${column}`)),
    );
  const leaver = lines.filter(({ table }) => table === 'leaver');
  expect(
    unfilled(
      before,
      lines.filter(({ table }) => table !== 'leaver'),
    ),
    'columns without a canary: give them one in `whoseRow`',
  ).toEqual([]);

  await owner.call(people.remove, { employee_id });
  const left = await seen(leaver[0] as Tagged, company_id, employee_id);
  expect(left).toHaveLength(1);
  await owner.call(eraseLeaver, { employee_id });
  await expect
    .poll(
      () => app.sql('SELECT 1 FROM erased_person WHERE employee_id = $1 AND cleaned_at IS NOT NULL', [employee_id]),
      {
        timeout: PATIENCE,
      },
    )
    .toHaveLength(1);

  const still: string[] = [];
  for (const { table, key, values } of [...before, ...left]) {
    const names = Object.keys(key);
    const [now] = await app.sql<{ row: Record<string, unknown> }>(
      `SELECT to_jsonb(t) AS row FROM ONLY ${table} t WHERE ${names.map((name, n) => `"${name}" = $${n + 1}`).join(' AND ')}`,
      Object.values(key).map((value) => (value !== null && typeof value === 'object' ? JSON.stringify(value) : value)),
    );
    if (now)
      for (const [column, value] of Object.entries(values))
        if (!isEmpty(value) && JSON.stringify(now.row[column]) === JSON.stringify(value))
          still.push(`${table}.${column}`);
  }
  expect(still, 'personal, and there still after erasing: erase it, or tag it as what it is').toEqual([]);
});
