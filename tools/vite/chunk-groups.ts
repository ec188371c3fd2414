// Which modules share a file. Few files, because the worker fetches them one by one; and none that a page loads without need.
import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';

const has = (...names: string[]) => new RegExp(`node_modules[\\\\/](?:${names.join('|')})[\\\\/]`);

/** Parts that pages show only when they are asked for, or where few people begin. */
const asked = new RegExp(
  [
    'features/chat/(?:about|message-parts|new|reading)/',
    'features/auth/routes/(?:register|password-|sign-in-verify)',
    'src/app/settings/',
    'src/app/shell/(?:account/account|shortcuts/)',
    'src/app/routes/(?:me|inactive)',
    'src/app/screens/(?:inactive|not-found|version-notice)',
  ]
    .join('|')
    .replaceAll('/', '[\\\\/]'),
);
/** Files of their own: the editor behind the first field, and what is loaded long after a page stands. */
const apart = /[\\/]kit[\\/]editor[\\/](?:rich|emoji[\\/]emoji-(?:picker|data))|workbox-window/;

/** The file of a page that many begin with. The light of the sign-in pages goes with their feature. */
export function pageOf(id: string): string | null {
  if (asked.test(id)) return null;
  if (/[\\/]app[\\/]shell[\\/]signed-out|[\\/]kit[\\/]ui[\\/]art[\\/]people\./.test(id)) return 'auth';
  if (/[\\/]src[\\/]app[\\/]/.test(id)) return 'shell';
  return id.match(/[\\/]src[\\/]features[\\/](auth|chat)[\\/]/)?.[1] ?? null;
}

/** All other pages and parts: of the sign-in, and of what is behind it. */
export function restOf(id: string): string | null {
  if (!/[\\/](?:src|contract|node_modules)[\\/]/.test(id) || apart.test(id)) return null;
  return /[\\/]features[\\/]auth[\\/]/.test(id) ? 'auth-more' : 'more';
}

/** Where the two first visits begin: the page to sign in, and a conversation with all that lives behind it. */
const firstVisits = {
  signedOut: [/[\\/]shell[\\/]signed-out-shell\.tsx$/, /[\\/]auth[\\/]routes[\\/]sign-in(?:-password)?\.tsx\?/],
  signedIn: [
    /[\\/]shell[\\/]signed-in-shell\.tsx$/,
    /[\\/]chat[\\/]routes[\\/][a-z-]+\.tsx\?/,
    /[\\/]src[\\/](?:realtime[\\/]client|live-registry)\.ts$/,
  ],
};

interface Info {
  readonly importedIds: readonly string[];
  readonly dynamicallyImportedIds: readonly string[];
  readonly code?: string | null;
}
export type Graph = { getModuleInfo(id: string): Info | null };

const ICONS = /lucide-react[\\/]dist[\\/]esm[\\/]lucide-react\.m?js$/;

/** Like `importedIds`; but of the icons, whose one module leads to all of them, only those that the code names. */
function importsOf(info: Info, graph: Graph): readonly string[] {
  const icons = info.importedIds.find((id) => ICONS.test(id));
  if (icons === undefined) return info.importedIds;
  const named = /import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/.exec(info.code ?? '')?.[1] ?? '';
  const all = graph.getModuleInfo(icons);
  const files = named.split(',').flatMap((one) => {
    const name = one.trim().split(/\s+as\s+/)[0];
    const file = new RegExp(`default as ${name}\\b[^}]*\\}\\s*from\\s*["']\\./(icons/[^"']+)`).exec(
      all?.code ?? '',
    )?.[1];
    return all?.importedIds.filter((id) => file !== undefined && id.endsWith(file)) ?? [];
  });
  return [...info.importedIds.filter((id) => id !== icons), ...files];
}

/** All modules that are reached from some of them. `next`: which ones a module leads to. */
function reach(from: Iterable<string>, next: (info: Info) => readonly string[], graph: Graph): ReadonlySet<string> {
  const found = new Set<string>();
  const left = [...from];
  for (let id = left.pop(); id !== undefined; id = left.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    const info = graph.getModuleInfo(id);
    if (info) left.push(...next(info));
  }
  return found;
}

/** Which first visits need a module at once. `entry`: the app's own module. */
export function createNeeded(entry: string): (id: string, graph: Graph) => ReadonlySet<string> {
  const known = new WeakMap<Graph, (id: string) => ReadonlySet<string>>();
  return (id, graph) => {
    let neededBy = known.get(graph);
    if (!neededBy) {
      const all = [...reach([entry], (info) => [...info.importedIds, ...info.dynamicallyImportedIds], graph)];
      const of = (starts: readonly RegExp[]) =>
        reach(
          all.filter((one) => starts.some((start) => start.test(one))),
          (info) => importsOf(info, graph),
          graph,
        );
      const sets = Object.entries(firstVisits).map(([name, starts]) => [name, of(starts)] as const);
      neededBy = (one) => new Set(sets.flatMap(([name, set]) => (set.has(one) ? [name] : [])));
      known.set(graph, neededBy);
    }
    return neededBy(id);
  };
}

/** The file for what several parts share: `kit` if both first visits need it. */
export const sharedBy = (needed: ReadonlySet<string>): string | null =>
  needed.size > 1 ? 'kit' : needed.has('signedOut') ? 'auth' : needed.has('signedIn') ? 'pages' : null;

type Groups = NonNullable<Exclude<NonNullable<Rolldown.OutputOptions['codeSplitting']>, boolean>['groups']>;

const neededBy = createNeeded(fileURLToPath(new URL('../../src/main.tsx', import.meta.url)));

export const chunkGroups: Groups = [
  { name: 'react', test: has('react', 'react-dom', 'scheduler'), priority: 60 },
  { name: 'tanstack', test: has('@tanstack'), priority: 50 },
  // All that the entry needs at once. Taken out first, so that the groups below hold only what is lazy.
  { name: 'app', tags: ['$initial'], priority: 40 },
  { name: 'emoji-data', test: has('emojibase-data'), priority: 30 },
  { name: 'emoji', test: has('frimousse'), priority: 30 },
  {
    name: 'editor',
    test: has(
      '@tiptap',
      'prosemirror-[a-z]+',
      'linkifyjs',
      'orderedmap',
      'rope-sequence',
      'w3c-keyname',
      'fast-equals',
    ),
    priority: 30,
  },
  // One after the other, as each takes what its modules need along.
  ...['kit', 'auth', 'pages'].map((name, at) => ({
    name: (id: string, graph: Graph) => (sharedBy(neededBy(id, graph)) === name ? name : null),
    test: /[\\/](?:src[\\/](?:kit|api|offline|realtime)|contract|node_modules)[\\/]/,
    minShareCount: 2,
    priority: 22 - at,
  })),
  // What lives as long as somebody is signed in.
  { name: 'client', test: /[\\/]src[\\/](?:realtime[\\/]|live-registry\.ts)/, priority: 15 },
  {
    // What only comes later goes with what needs it.
    name: (id: string, graph: Graph) => (neededBy(id, graph).size ? pageOf(id) : null),
    test: (id: string) => pageOf(id) !== null,
    priority: 10,
  },
  // Wanted right after the list and the messages.
  {
    name: 'reading',
    test: /[\\/](?:features[\\/]chat[\\/]reading[\\/](?!date-jump)|app[\\/]shell[\\/]shortcuts|overlay[\\/]tooltip-host)/,
    priority: 6,
  },
  { name: restOf, test: (id) => restOf(id) !== null, priority: 5 },
];
