// What a server takes when a company has said much: the list of conversations, a page of messages, what is unread, coming back
// after a day, and a search, exact or with a slip of the finger, with 1,000 and with 1,000,000 messages and 10,000 people in
// either company. The same questions take turns in one server, over HTTP, so that both sizes have the same machine.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import * as chat from '#contract/chat.ts';
import { search } from '#contract/search.ts';
import { sync } from '#contract/sync.ts';
import { startServerProcess } from '#tests/kit/server-process.ts';
import { sharedMachine } from './lib/cpu.ts';
import {
  furnish,
  LAST_WORD,
  type LargeCompany,
  OWN_DIRECTS,
  OWN_ROOMS,
  openForFilling,
  PEOPLE,
  ROOMS,
  withoutWordIndex,
} from './lib/large-company.ts';
import { openOffice } from './lib/office.ts';
import { type Figure, type Report, runAlone, setting } from './lib/report.ts';
import { type Times, timesOf } from './lib/stats.ts';

const FEW = 1_000;
const MANY = 1_000_000;
/** Short by default: the whole million takes some minutes to write. */
const USUAL = 100_000;
/** What is asked, as it is typed: names, common and rare words whole and begun, several words, numbers, nothing that is there. */
const QUERIES = 60;

async function wordsOf(database: pg.Client): Promise<ReadonlyMap<number, string>> {
  const { rows } = await database.query<{ n: number; word: string }>('SELECT n, word FROM bench_word');
  return new Map(rows.map(({ n, word }) => [n, word]));
}

/** The same for every run. */
function queriesOf(words: ReadonlyMap<number, string>): string[] {
  const word = (n: number): string => words.get(n) ?? '';
  return Array.from({ length: QUERIES }, (_, at) => {
    // From the most common words to those that hardly anybody says.
    const n = Math.min(LAST_WORD - 1, Math.floor(Math.exp((at / QUERIES) * 10.9)) + 1);
    const next = word((n * 7) % 5_000) || word(3);
    return [word(n), word(n).slice(0, 2 + (at % 3)), `${word(n)} ${next.slice(0, 3)}`, String(at * 997), `zz${next}`][
      at % 5
    ] as string;
  });
}

/** The same with slips of the finger: one in a word, one in one of two words, two in a long word, and what nothing is like. */
function slipsOf(words: ReadonlyMap<number, string>): string[] {
  const all = [...words].toSorted(([a], [b]) => a - b).flatMap(([, word]) => (word.length > 3 ? [word] : []));
  const long = all.filter((word) => word.length > 7);
  return Array.from({ length: QUERIES }, (_, at) => {
    const nth = Math.floor(Math.exp((at / QUERIES) * 10));
    const word = all[nth] ?? '';
    const other = all[(nth * 7) % 5_000] ?? '';
    const [a = '', b = '', c = '', ...rest] = word;
    const two = long[nth % long.length] ?? '';
    return [
      a + c + b + rest.join(''),
      `${word.slice(0, -2)}${word.slice(-1)} ${other}`,
      `${two.slice(0, 4)}x${two.slice(4, -1)}y`,
      `x${word.slice(1)}`,
      `qz${word}xk`,
    ][at % 5] as string;
  });
}

interface Question {
  readonly what: string;
  readonly ask: (company: LargeCompany, nth: number) => Promise<unknown>;
  /** How much longer it may take among more messages. */
  readonly growth?: number;
  /** Milliseconds, at p99. */
  readonly most?: number;
}

/** As the app asks: what is near by itself, once it is known that nothing is exact. */
async function searchNear(by: LargeCompany['daily'], query: string): Promise<void> {
  const { groups } = await by.call(search, { query, limit: 5 });
  const messages = groups.find(({ type }) => type === 'messages');
  if (!messages?.next_cursor || messages.items.length) return;
  await by.call(search, { query, limit: 5, cursor: messages.next_cursor });
}

/** Of the busiest conversation. */
async function questionsOf(
  companies: readonly LargeCompany[],
  words: ReadonlyMap<number, string>,
): Promise<Question[]> {
  const [queries, slips] = [queriesOf(words), slipsOf(words)];
  const ends = new Map<LargeCompany, chat.Message>();
  for (const company of companies) {
    const { items } = await company.daily.call(chat.listMessages, { ...company.busiest, limit: '1' });
    if (items[0]) ends.set(company, items[0]);
  }
  const page = (company: LargeCompany, range: object) =>
    company.daily.call(chat.listMessages, { ...company.busiest, limit: '50', ...range });
  const seqIn = (company: LargeCompany, nth: number) => 1 + ((nth * 7_919) % (ends.get(company)?.seq ?? 1));
  return [
    { what: 'list of conversations', ask: ({ daily }) => daily.call(chat.listConversations, {}), growth: 1.5 },
    { what: 'page of messages, the newest', ask: (company) => page(company, {}), growth: 1.5 },
    {
      what: 'page of messages, anywhere',
      ask: (company, nth) => page(company, { around_seq: String(seqIn(company, nth)) }),
      growth: 1.5,
    },
    {
      what: 'page of messages, by date',
      ask: (company, nth) => page(company, { at_time: new Date(Date.now() - (nth % 15) * 3_600_000).toISOString() }),
      growth: 1.5,
    },
    { what: 'unread, of whoever has never read', ask: ({ never }) => never.call(chat.listConversations, {}) },
    { what: 'sync after a day', ask: ({ daily, held }) => daily.call(sync, { topics: held }) },
    {
      what: 'search',
      ask: ({ daily }, nth) => daily.call(search, { query: queries[nth % queries.length] ?? '', limit: 5 }),
      most: 100,
    },
    {
      what: 'search with a slip, both questions',
      ask: ({ daily }, nth) => searchNear(daily, slips[nth % slips.length] ?? ''),
    },
  ];
}

/** The two companies take turns. */
async function measure({ ask }: Question, companies: readonly LargeCompany[], times: number): Promise<Times[]> {
  const taken = companies.map((): number[] => []);
  // Unmeasured at first: a server that has just started knows none of its statements.
  for (let nth = -QUERIES; nth < times; nth++)
    for (const [at, company] of companies.entries()) {
      const began = performance.now();
      await ask(company, Math.abs(nth));
      if (nth >= 0) taken[at]?.push(performance.now() - began);
    }
  return taken.map(timesOf);
}

const inWords = (count: number): string => count.toLocaleString('en');

function figuresOf(
  { what, growth, most }: Question,
  [few, many]: readonly Times[],
  messages: number,
  judged: boolean,
): Figure[] {
  if (!few || !many) return [];
  return [
    { what: `${what}: p50 of ${inWords(FEW)}`, value: few.p50, unit: 'ms' },
    { what: `p50 of ${inWords(messages)}`, value: many.p50, unit: 'ms' },
    { what: 'p50, times as long', value: many.p50 / few.p50, unit: '×', ...(growth && { most: growth }) },
    { what: `p99 of ${inWords(FEW)}`, value: few.p99, unit: 'ms' },
    { what: `p99 of ${inWords(messages)}`, value: many.p99, unit: 'ms', ...(most && judged && { most }) },
    { what: 'p99, times as long', value: many.p99 / few.p99, unit: '×' },
  ];
}

export async function size(): Promise<Report> {
  const many = setting('BENCH_MESSAGES', USUAL);
  const times = setting('BENCH_ASKED', 300);
  const shared = sharedMachine();
  const dataDir = mkdtempSync(join(tmpdir(), 'limelight-bench-'));
  const server = await startServerProcess({ dataDir });
  const lines = readFileSync(join(dataDir, 'db', 'postmaster.pid'), 'utf8').split('\n');
  const connection = { host: lines[4] ?? '', port: Number(lines[3]), user: 'limelight', database: 'limelight' };
  const database = await openForFilling(connection);
  try {
    const offices = [await openOffice(server, 1), await openOffice(server, 1)];
    const companies: LargeCompany[] = [];
    const began = performance.now();
    await withoutWordIndex(database, async () => {
      for (const [at, { owner, people }] of offices.entries())
        if (people[0]) companies.push(await furnish(database, owner, people[0], at ? many : FEW));
    });
    const filled = (performance.now() - began) / 1_000;
    const figures: Figure[] = [];
    for (const question of await questionsOf(companies, await wordsOf(database)))
      figures.push(...figuresOf(question, await measure(question, companies, times), many, shared.length === 0));
    const notes = [
      `${inWords(times)} times each, taking turns; ${inWords(PEOPLE)} people, ${inWords(ROOMS)} spaces and ${inWords(FEW)} or ${inWords(many)} messages a company; who asks is in ${OWN_ROOMS} of the spaces and talks with ${OWN_DIRECTS} people; written in ${filled.toFixed(0)} s`,
      ...(many < MANY ? [`a short run: a full one has ${inWords(MANY)} messages (BENCH_MESSAGES)`] : []),
      ...shared,
    ];
    return { bench: 'size', figures, notes };
  } finally {
    await database.end();
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

if (import.meta.main) await runAlone(size);
