// The two files of an archive that people read: what is in it and what is not, and the first of each part. Pure.
import type { Shaped } from '../../../platform/db/privacy/register.ts';
import { escapeHtml } from './escape.ts';

/** A part as it was written. */
export interface Summary {
  readonly file: string;
  readonly says: string;
  rows: number;
  readonly first: Shaped[];
}

export interface About {
  readonly company_name: string;
  readonly made_at: string;
  /** Uploaded files that are not in it. */
  readonly leftOut: number;
}

/** Characters of a value in the page. */
const SHOWN = 300;

const NOT_IN_IT = [
  'What others wrote: of answers, quotes and forwarded messages only your own words are in it.',
  'Passwords, codes and keys.',
  'Spreadsheets of people that you brought in: they are about others.',
];

export function readMe(parts: readonly Summary[], { company_name, made_at, leftOut }: About): string {
  const found = parts.filter(({ rows }) => rows);
  return [
    `A copy of your data at ${company_name.replace(/\s+/g, ' ')}, made on ${made_at.slice(0, 10)} (${made_at}).`,
    'Open index.html in a browser to read it. The files that end in .json hold all of it, for other programs.',
    `What is in it:\n${found.map(({ file, says, rows }) => `- ${file}: ${says} (${rows})`).join('\n')}`,
    `Nothing was found of:\n${parts.flatMap(({ says, rows }) => (rows ? [] : `- ${says}`)).join('\n')}`,
    'The folder files holds what you uploaded.',
    ...(leftOut ? [`${leftOut} of your files are not in it: they are gone from the store, or too large in all.`] : []),
    `What is not in it:\n${NOT_IN_IT.map((line) => `- ${line}`).join('\n')}`,
    'Ids such as 0190b5e1-… stand for a conversation, a message or a colleague.',
  ]
    .join('\n\n')
    .concat('\n');
}

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:64rem;margin:2rem auto;padding:0 1rem;color:#1d211c;background:#fff}
table{border-collapse:collapse;width:100%;font-size:14px}th,td{text-align:left;vertical-align:top;padding:.3rem .6rem;border-bottom:1px solid #dfe3da;overflow-wrap:anywhere;white-space:pre-wrap}
th{color:#60655f;font-weight:600}.wide{overflow-x:auto}p.note{color:#60655f}
@media(prefers-color-scheme:dark){body{color:#eef1ea;background:#16180f}th,p.note{color:#a7ad9f}th,td{border-color:#34382f}a{color:#bdee63}}`;

/** Nothing in it runs, and nothing is fetched: everything that came from people is escaped. */
export function indexPage(parts: readonly Summary[], { company_name, made_at, leftOut }: About): string {
  const title = `Your data at ${escapeHtml(company_name)}`;
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    `<title>${title}</title><style>${STYLE}</style></head><body><main><h1>${title}</h1>`,
    `<p class="note">Made on ${escapeHtml(made_at.slice(0, 10))}. README.txt says what is in it and what is not.`,
    leftOut ? ` ${leftOut} of your files are not in it.` : '',
    ' What you uploaded is in the folder <a href="files/">files</a>.</p>',
    ...parts.filter(({ rows }) => rows).map(section),
    '</main></body></html>\n',
  ].join('\n');
}

function section({ file, says, rows, first }: Summary): string {
  const columns = [...new Set(first.flatMap((row) => Object.keys(row)))];
  const cells = (row: Shaped) => columns.map((column) => `<td>${escapeHtml(shown(row[column]))}</td>`).join('');
  const more = rows > first.length ? ` The first ${first.length} of ${rows}.` : '';
  return [
    `<h2>${escapeHtml(says)}</h2><p class="note">${rows}.${more} All of it: <a href="${escapeHtml(file)}">${escapeHtml(file)}</a></p>`,
    `<div class="wide"><table><thead><tr>${columns.map((column) => `<th scope="col">${escapeHtml(column.replaceAll('_', ' '))}</th>`).join('')}</tr></thead>`,
    `<tbody>${first.map((row) => `<tr>${cells(row)}</tr>`).join('\n')}</tbody></table></div>`,
  ].join('\n');
}

function shown(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}
