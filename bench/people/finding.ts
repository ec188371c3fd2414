// The people of a company of ten thousand over HTTP, as whoever manages them asks: the list with each of its filters and orders, pages far
// down, groups by criteria, the chart of who reports to whom, and what is offered to choose from. Beside the cheapest call there is.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { v7 as uuid } from 'uuid';
import type { RequestOf } from '#contract/kernel/endpoint.ts';
import { celebrations } from '#contract/people/finding/celebrations.ts';
import { chart } from '#contract/people/finding/chart.ts';
import * as groups from '#contract/people/groups.ts';
import * as people from '#contract/people.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { startServerProcess } from '#tests/kit/server-process.ts';
import { sharedMachine } from '../lib/cpu.ts';
import { hire, type Staff } from '../lib/large-staff.ts';
import { openOffice } from '../lib/office.ts';
import { type Figure, type Report, runAlone, setting } from '../lib/report.ts';
import { type Times, timesOf } from '../lib/stats.ts';

const PEOPLE = 10_000;
const LEAVERS = 200;
/** Milliseconds, at p99. */
const MOST_MS = 100;
/** By criteria, which are looked at in each. */
const GROUPS = 200;
/** What the screen asks for, in pages as long as its. */
const COLUMNS = [
  'department_id',
  'manager_id',
  'role_ids',
  'location',
  'joining_date',
  'phone_number',
  'employee_number',
  'last_seen_at',
  'invited_at',
] as const;
const PAGE = 100;

interface Question {
  readonly what: string;
  readonly ask: (nth: number) => Promise<unknown>;
}

type ListInput = Omit<RequestOf<typeof people.list>, 'select' | 'limit'>;
const listOf = (by: TestClient, input: ListInput) =>
  by.call(people.list, { ...input, select: [...COLUMNS], limit: PAGE });

/** With the column that is off until somebody wants it. */
const withGroups = (by: TestClient, input: ListInput) =>
  by.call(people.list, { ...input, select: [...COLUMNS, 'group_ids'], limit: PAGE });

/** What who manages nobody may ask for. */
const asColleague = (by: TestClient, input: ListInput) =>
  by.call(people.list, { ...input, select: ['department_id', 'manager_id', 'location'], limit: 50 });

/** So many of them leave, one after the other. */
async function leave(by: TestClient, employee_ids: readonly string[]): Promise<void> {
  for (const employee_id of employee_ids) await by.call(people.remove, { employee_id });
}

/** A group by criteria, as one would make it: a place and a title, or a department. */
async function newGroup(by: TestClient, { department_ids }: Staff, nth: number): Promise<string> {
  const group_id = uuid();
  await by.call(groups.createGroup, {
    group_id,
    group_name: `Night bakers ${nth}`,
    rule: {
      match: 'any',
      criteria: [
        { criteria_type: 'position_title', search_type: 'contains', values: ['bak'] },
        { criteria_type: 'department', search_type: 'is', values: [department_ids[nth % department_ids.length] ?? ''] },
      ],
    },
  });
  return group_id;
}

/** Somewhere in the middle of the list, page by page. */
async function farDown(by: TestClient, pages: number): Promise<string | undefined> {
  let cursor: string | undefined;
  for (let n = 0; n < pages; n++) {
    const page = await by.call(people.list, { limit: 100, ...(cursor && { cursor }) });
    cursor = page.next_cursor ?? undefined;
  }
  return cursor;
}

async function questionsOf(by: TestClient, colleague: TestClient, staff: Staff): Promise<Question[]> {
  const { employee_ids, shown_ids, department_ids } = staff;
  const of = <T>(all: readonly T[], nth: number): T => all[nth % all.length] as T;
  const group_id = await newGroup(by, staff, 3);
  for (let nth = 4; nth < GROUPS + 3; nth++) await newGroup(by, staff, nth);
  const cursor = await farDown(by, 60);
  const { roles = [] } = await by.call(people.dropdown, { kinds: ['roles'] });
  const role_ids = roles.map(({ id }) => id);
  const list = (what: string, input: (nth: number) => ListInput) => ({
    what: `list, ${what}`,
    ask: (nth: number) => listOf(by, input(nth)),
  });
  const words = ['okaf', 'sch', 'Kwame Mens', 'leeds', 'jensn', 'a', 'zofia q', 'nobody at all'];
  return [
    list('by name', () => ({})),
    list('far down', () => (cursor ? { cursor } : {})),
    list('by department', () => ({ sort: 'department' })),
    list('by when they joined', () => ({ sort: 'joining_date' })),
    list('by when they were last seen', () => ({ sort: 'last_seen' })),
    list('not seen for thirty days', () => ({ filters: { last_seen: 'not_month' } })),
    list('seen this year', () => ({ filters: { last_seen: 'year' } })),
    list('by status, the last first', () => ({ sort: 'status', reverse: true })),
    list('by name, the last first', () => ({ reverse: true })),
    list('of a role', (nth) => ({ filters: { role_ids: [of(role_ids, nth)] } })),
    list('of those who have left', () => ({ filters: { statuses: ['DELETED'] } })),
    list('words', (nth) => ({ query: of(words, nth) })),
    list('of a department with those below', (nth) => ({ filters: { department_ids: [of(department_ids, nth)] } })),
    list('of a manager', (nth) => ({ filters: { manager_ids: [of(employee_ids, nth % 900)] } })),
    list('of a place and a status', () => ({ filters: { locations: ['Porto'], statuses: ['INVITED'] } })),
    list('of a group by criteria', () => ({ filters: { group_ids: [group_id] } })),
    { what: 'list, with everybody’s groups', ask: () => withGroups(by, {}) },
    { what: 'list, as a colleague sees it', ask: () => asColleague(colleague, {}) },
    { what: 'list, words of a colleague', ask: (nth) => asColleague(colleague, { query: of(words, nth) }) },
    {
      what: 'list, of a skill, to a colleague',
      ask: (nth) => asColleague(colleague, { query: of(['welding', 'food saf', 'nowak sourdough', 'first aid'], nth) }),
    },
    {
      what: 'list, of sites and departments, to a colleague',
      ask: (nth) =>
        asColleague(colleague, {
          filters: { locations: ['Leeds', 'Porto'], department_ids: [of(department_ids, nth)] },
        }),
    },
    {
      what: 'list, of who is available, to a colleague',
      ask: () => asColleague(colleague, { filters: { available: true } }),
    },
    {
      what: 'list, how many are in which department',
      ask: (nth) =>
        colleague.call(people.list, { limit: 1, by_department: true, query: of(['', 'a', 'welding'], nth) }),
    },
    {
      what: 'list, of one department, to a colleague',
      ask: (nth) => asColleague(colleague, { filters: { department_id: of(department_ids, nth) } }),
    },
    { what: 'sites, to a colleague', ask: () => colleague.call(people.dropdown, { kinds: ['locations'] }) },
    { what: 'what there is to celebrate', ask: () => colleague.call(celebrations, {}) },
    { what: 'chart, the top', ask: () => by.call(chart, {}) },
    {
      what: 'chart, of a manager',
      ask: (nth) => by.call(chart, { employee_id: of(shown_ids, nth % 900) }),
    },
    { what: 'chart, of anybody', ask: (nth) => by.call(chart, { employee_id: of(shown_ids, nth * 37) }) },
    {
      what: 'dropdown, everything',
      ask: () =>
        by.call(people.dropdown, { kinds: ['roles', 'locations', 'departments', 'groups', 'managers', 'statuses'] }),
    },
    {
      what: 'dropdown, people by words',
      ask: (nth) => by.call(people.dropdown, { kinds: ['employees'], query: of(words, nth) }),
    },
  ];
}

async function measure({ ask }: Question, times: number): Promise<Times> {
  const taken: number[] = [];
  // Unmeasured at first: a server that has just started knows none of its statements.
  for (let nth = -20; nth < times; nth++) {
    const began = performance.now();
    await ask(Math.abs(nth));
    if (nth >= 0) taken.push(performance.now() - began);
  }
  return timesOf(taken);
}

export async function staff(): Promise<Report> {
  const times = setting('BENCH_ASKED', 300);
  const shared = sharedMachine();
  const dataDir = mkdtempSync(join(tmpdir(), 'limelight-bench-'));
  const server = await startServerProcess({ dataDir });
  const lines = readFileSync(join(dataDir, 'db', 'postmaster.pid'), 'utf8').split('\n');
  const at = { host: lines[4] ?? '', port: Number(lines[3]), user: 'limelight', database: 'limelight' };
  const database = new pg.Client(at);
  await database.connect();
  try {
    const {
      owner,
      company_id,
      people: [colleague],
    } = await openOffice(server, 1);
    const hired = await hire(
      async <Row extends object>(text: string, values: unknown[] = []) =>
        (await database.query<Row & pg.QueryResultRow>(text, values)).rows,
      company_id,
      PEOPLE,
    );
    if (!colleague) throw new Error('There is no colleague');
    const gone = new Set(hired.employee_ids.slice(-LEAVERS));
    await leave(owner, [...gone]);
    const here: Staff = { ...hired, shown_ids: hired.shown_ids.filter((id) => !gone.has(id)) };
    const cheapest = await measure(
      {
        what: '',
        ask: () => owner.call(people.meta, { employee_id: owner.employee_id, select: ['first_name'] }),
      },
      times,
    );
    const figures: Figure[] = [{ what: 'the cheapest call p50', value: cheapest.p50, unit: 'ms' }];
    for (const question of await questionsOf(owner, colleague, here)) {
      const { p50, p99 } = await measure(question, times);
      figures.push(
        { what: `${question.what}: p50, times the cheapest`, value: p50 / cheapest.p50, unit: '×' },
        { what: 'p99', value: p99, unit: 'ms', ...(shared.length ? {} : { most: MOST_MS }) },
      );
    }
    const notes = [
      `${PEOPLE.toLocaleString('en')} people in 110 departments and ${GROUPS} groups by criteria, ${times} times each, one after the other`,
      ...shared,
    ];
    return { bench: 'people', figures, notes };
  } finally {
    await database.end();
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

if (import.meta.main) await runAlone(staff);
