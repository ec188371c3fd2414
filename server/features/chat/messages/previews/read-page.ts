// What a page says of itself: from the bytes of a stranger to a few lines of plain text. Pure.
import { Parser } from 'htmlparser2';
import type { Preview } from '#contract/chat/previews/preview.ts';

export type Page = Omit<Preview, 'url' | 'image'>;

export interface ReadPage {
  readonly page: Page;
  /** Where it has a picture of itself, as it writes that. */
  readonly picture: string | undefined;
}

const MOST = { title: 200, description: 300, site_name: 80 } as const;
/** Of a title that never ends. */
const MOST_READ = 10_000;
/** Elements in each other. Pages that mean well have fewer; the parser looks through all that are open for each that ends. */
const MOST_OPEN = 500;

/** In this order, the first that says something. */
const NAMES = {
  title: ['og:title', 'twitter:title'],
  description: ['og:description', 'twitter:description', 'description'],
  site_name: ['og:site_name', 'application-name'],
  picture: ['og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image', 'twitter:image:src'],
} as const;

/** Null for a page without a title. `charset`: as the sender calls it. */
export function readPage(body: Buffer, charset: string | undefined): ReadPage | null {
  const { told, title } = headOf(decode(body, charset));
  const first = (names: readonly string[], most: number) =>
    names.map((name) => plain(told.get(name) ?? '', most)).find(Boolean) ?? '';
  const page = {
    title: first(NAMES.title, MOST.title) || plain(title, MOST.title),
    description: first(NAMES.description, MOST.description),
    site_name: first(NAMES.site_name, MOST.site_name),
  };
  const picture = NAMES.picture.map((name) => told.get(name)?.trim()).find(Boolean);
  return page.title ? { page, picture } : null;
}

function headOf(html: string): { readonly told: ReadonlyMap<string, string>; readonly title: string } {
  const told = new Map<string, string>();
  let [title, reading, open] = ['', 'before' as 'before' | 'title' | 'after', 0];
  const parser = new Parser({
    onopentag: (tag, { property, name, content }) => {
      const key = (property ?? name)?.toLowerCase();
      if (tag === 'meta' && key && content?.trim() && !told.has(key)) told.set(key, content.slice(0, MOST_READ));
      if (tag === 'title' && reading === 'before') reading = 'title';
      // What was read until here is the page.
      if (++open > MOST_OPEN) parser.pause();
    },
    ontext: (text) => {
      if (reading === 'title' && title.length < MOST_READ) title += text;
    },
    onclosetag: (tag) => {
      open--;
      if (tag === 'title' && reading === 'title') reading = 'after';
    },
  });
  parser.end(html);
  return { told, title };
}

const MARKS = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16be', [0xfe, 0xff]],
  ['utf-16le', [0xff, 0xfe]],
] as const;
const DECLARED = /<meta\s[^>]*?charset\s*=\s*["']?\s*([\w:.-]+)/i;

/** As browsers decide: the mark at the beginning, then what the sender says, then what the page says, else UTF-8. */
function decode(body: Buffer, charset: string | undefined): string {
  const marked = MARKS.find(([, bytes]) => bytes.every((byte, at) => body[at] === byte))?.[0];
  const declared = DECLARED.exec(body.subarray(0, 1024).toString('latin1'))?.[1];
  // Who can read that it says UTF-16 is not reading UTF-16.
  const says = declared && !/^utf-?16/i.test(declared) ? declared : undefined;
  for (const label of [marked, charset, says]) {
    if (label === undefined) continue;
    try {
      return new TextDecoder(label).decode(body);
    } catch {
      // A charset that nobody knows.
    }
  }
  return new TextDecoder().decode(body);
}

/** What would turn the text around it, or is not seen at all. The joiners stay: scripts and emojis need them. */
const HIDDEN = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;

/** One line of at most so many UTF-16 units. */
function plain(text: string, most: number): string {
  const line = text
    .toWellFormed()
    .replace(HIDDEN, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  if (line.length <= most) return line;
  const cut = line.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '');
  return `${cut.trimEnd()}…`;
}
