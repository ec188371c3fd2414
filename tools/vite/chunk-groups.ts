// Which modules share a file. Few files, because the worker fetches them one by one; and none that a page loads without need.
import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';

const has = (...names: string[]) => new RegExp(`node_modules[\\\\/](?:${names.join('|')})[\\\\/]`);

/** Files of their own: the editor behind the first field, and what is loaded long after a page stands. */
const apart = /[\\/]kit[\\/]editor[\\/](?:rich|emoji[\\/]emoji-(?:picker|data|search))/;

/** Where the areas begin that have files of their own for what is opened on demand. */
const areas = {
  operator: /[\\/]features[\\/]operator[\\/]/,
  admin:
    /[\\/](?:app[\\/]admin|features[\\/](?:audit|insights|people[\\/]admin)|people[\\/]roles)[\\/]|[\\/](?:new-)?roles?\.tsx\?/,
  daily:
    /[\\/]features[\\/](?:chat|spaces|people(?![\\/](?:admin|roles|routes[\\/](?:new-)?role))|search|notifications[\\/](?:list|routes))[\\/]/,
  'auth-more': /[\\/]features[\\/]auth[\\/]/,
};

/** What is wanted right after the list and the messages. */
const AFTER =
  /[\\/](?:boot[\\/]keep-screen|realtime[\\/]ahead|kit[\\/](?:people[\\/]forget|reactions[\\/]add-reaction)|app[\\/](?:shell[\\/](?:further|shortcuts|notices|update-notice)|settings[\\/]storage[\\/](?:storage-notice|problem-texts)|state[\\/](?:app-badge|on-device|version-watch)|settings[\\/]install[\\/](?!install-section))|overlay[\\/]tooltip-host|offline[\\/](?:version-marks|device[\\/](?:seal|leaving[\\/](?:sweep|tell|tidy)|screens))|features[\\/]chat[\\/](?:components[\\/]message[\\/]message-(?:tools|marks)|message-parts[\\/](?:above-field|mentions)|about[\\/](?:keys|lists[\\/]told)|reading[\\/](?!date-jump)|threads[\\/](?:thread-line|use-threads)|later[\\/](?:drafts|list-places|places|use-(?:kept|refused)|scheduled[\\/](?!scheduled-list))))/;

/** Of that, what follows the list, with whatever would have styles of its own in a further file. */
const LIST =
  /[\\/](?:boot[\\/]keep-screen|realtime[\\/]ahead|kit[\\/]people[\\/]forget|app[\\/](?:shell[\\/](?:further|shortcuts|notices|update-notice)|settings[\\/]storage[\\/](?:storage-notice|problem-texts)|state[\\/](?:app-badge|on-device|version-watch)|settings[\\/]install[\\/](?!install-section))|kit[\\/]ui[\\/]overlay[\\/](?:dialog|leave|tooltip)|offline[\\/](?:version-marks|device[\\/](?:seal|leaving[\\/](?:sweep|tell|tidy)|screens)|files[\\/]second-copy)|features[\\/]chat[\\/](?:about[\\/]keys|reading[\\/](?:blank[\\/](?!gone)|chat-keys|faces[\\/]|invitation-note\.css)|threads[\\/]use-threads|later[\\/](?:drafts|list-places|places|use-(?:kept|refused)|scheduled[\\/]use-scheduled)))/;

/** What messages carry; not what is shown large, and what records. */
const CARRIED =
  /[\\/](?:message-parts[\\/](?:attach(?:ments|ing)|previews)[\\/](?!viewer|record)|offline[\\/]files[\\/]|kit[\\/]upload[\\/](?!picture-field)|api[\\/](?:post-form|get-file)\.)/;

/** Where the two first visits begin: the page to sign in, and a conversation with all that lives behind it; and the editor, which follows. */
const visits = {
  entry: [/[\\/]src[\\/]main\.tsx$/],
  signedOut: [
    /[\\/]shell[\\/]signed-out[\\/]signed-out-shell\.tsx$/,
    /[\\/]auth[\\/]routes[\\/]sign-in(?:-password)?\.tsx\?/,
  ],
  signedIn: [
    /[\\/]shell[\\/]signed-in-shell\.tsx$/,
    /[\\/]chat[\\/]routes[\\/][a-z-]+\.tsx\?/,
    /[\\/]src[\\/](?:realtime[\\/]client|live-registry)\.ts$/,
  ],
  after: [AFTER, CARRIED],
  writing: [/[\\/]kit[\\/]editor[\\/]rich[\\/]rich-part\.ts$/],
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

/** Which visits need a module at once. `entry`: the app's own module. */
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
      const sets = Object.entries(visits).map(([name, starts]) => [name, of(starts)] as const);
      neededBy = (one) => new Set(sets.flatMap(([name, set]) => (set.has(one) ? [name] : [])));
      known.set(graph, neededBy);
    }
    return neededBy(id);
  };
}

/** The file of what no first visit needs at once: of the one area that leads to it, or else of all the rest. */
export function createRestOf(entry: string): (id: string, graph: Graph) => string | null {
  const known = new WeakMap<Graph, (id: string) => string>();
  return (id, graph) => {
    if (!OURS.test(id) || apart.test(id)) return null;
    let areaOf = known.get(graph);
    if (!areaOf) {
      const but = (area?: RegExp) => {
        const onDemand = (info: Info) => info.dynamicallyImportedIds.filter((one) => !area?.test(one));
        return reach([entry], (info) => [...importsOf(info, graph), ...onDemand(info)], graph);
      };
      const all = but();
      const without = Object.entries(areas).map(([name, area]) => [name, but(area)] as const);
      areaOf = (one) => (all.has(one) && without.find(([, others]) => !others.has(one))?.[0]) || 'more';
      known.set(graph, areaOf);
    }
    return areaOf(id);
  };
}

/**
 * The file of what a first visit needs at once: one for each of the two, as it compresses best, and one for what both need. The few
 * styles of signing in are no file of their own.
 */
export function firstOf(needed: ReadonlySet<string>, id = ''): string | null {
  if (needed.has('entry') || (needed.has('signedOut') && isStyle(id))) return 'app';
  const isBehind = ['signedIn', 'after', 'writing'].some((visit) => needed.has(visit));
  if (needed.has('signedOut')) return isBehind ? 'app' : 'auth';
  return needed.has('signedIn') ? 'signed-in' : null;
}

const isStyle = (id: string): boolean => /\.css(?:\?|$)/.test(id);

const OURS = /[\\/](?:src|contract|node_modules)[\\/]/;

/** What only lists in pages need; the whole library is behind one module, so all that asks for it would seem to need them. */
const PAGED = /[iI]nfiniteQuery(?:Observer)?\.js$/;

type Groups = NonNullable<Exclude<NonNullable<Rolldown.OutputOptions['codeSplitting']>, boolean>['groups']>;

const MAIN = fileURLToPath(new URL('../../src/main.tsx', import.meta.url));
const neededBy = createNeeded(MAIN);
const restOf = createRestOf(MAIN);

export const chunkGroups: Groups = [
  // What every page is made with, and no release of ours changes: in one file, which is a hundredth smaller than two.
  {
    name: 'vendor',
    test: new RegExp(`${has('react', 'react-dom', 'scheduler', '@tanstack').source}(?!.*${PAGED.source})`),
    priority: 50,
  },
  // All that the entry needs at once. Taken out first, so that the groups below hold only what is lazy.
  {
    name: (id: string, graph: Graph) => (firstOf(neededBy(id, graph), id) === 'app' ? 'app' : null),
    test: (id: string) => OURS.test(id) && !PAGED.test(id),
    priority: 40,
  },
  // What keeps the app up to date hangs on nothing else: it is there when all other parts cannot be fetched. Before the recorder, which
  // would take along what both need.
  {
    name: 'update',
    test: /[\\/]app[\\/]update[\\/](?:worker|new-build|report-errors|replay[\\/]replays)\.|contract[\\/]system[\\/]/,
    priority: 35,
  },
  { name: 'emoji-data', test: has('emojibase-data'), priority: 30 },
  // With the one module of ours that asks for it: nobody else's file may lead to it.
  { name: 'firebase', test: /node_modules[\\/]@?firebase[\\/]|[\\/]device[\\/]firebase\.ts$/, priority: 30 },
  // The same.
  { name: 'replay', test: /node_modules[\\/]@sentry[\\/]|[\\/]replay[\\/]recorder\.ts$/, priority: 30 },
  // Two files of half the size, which are fetched and compiled side by side.
  {
    name: 'prosemirror',
    test: has('prosemirror-[a-z]+', 'orderedmap', 'rope-sequence', 'w3c-keyname'),
    priority: 31,
  },
  {
    name: 'editor',
    test: has('@tiptap', 'linkifyjs', 'fast-equals'),
    priority: 30,
  },
  // One after the other, as each takes what its modules need along. With the list's come the few styles of what follows it.
  ...['auth', 'signed-in'].map((name, at) => ({
    name: (id: string, graph: Graph) =>
      firstOf(neededBy(id, graph), id) === name || (at && isStyle(id) && LIST.test(id)) ? name : null,
    test: (id: string) => OURS.test(id) && !PAGED.test(id),
    priority: 22 - at,
  })),
  // Wanted right after the list; with all that it needs, or the messages' file would come with it.
  {
    name: (id: string) => (LIST.test(id) ? 'list' : null),
    test: OURS,
    priority: 7,
  },
  // Wanted right after the messages; and what the editor needs besides its own file, which follows: in the large file of
  // all the rest it would bring that to whoever opens a conversation.
  {
    name: (id: string, graph: Graph) =>
      AFTER.test(id) || CARRIED.test(id) || PAGED.test(id) || (!apart.test(id) && neededBy(id, graph).has('writing'))
        ? 'reading'
        : null,
    test: OURS,
    priority: 6,
  },
  {
    name: 'emoji',
    test: new RegExp(
      `${has('frimousse').source}|[\\\\/]kit[\\\\/]editor[\\\\/]emoji[\\\\/]emoji-(?:picker|data|search)`,
    ),
    priority: 5.5,
  },
  ...['more', ...Object.keys(areas)].map((name, at) => ({
    name: (id: string, graph: Graph) => (restOf(id, graph) === name ? name : null),
    test: OURS,
    priority: 5 - at,
  })),
];
