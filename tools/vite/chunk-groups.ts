// Which modules share a file. Few files, because the worker fetches them one by one; and none that a page loads without need.
import type { Rolldown } from 'vite';

const has = (...names: string[]) => new RegExp(`node_modules[\\\\/](?:${names.join('|')})[\\\\/]`);

const settings = /[\\/]src[\\/]app[\\/]settings[\\/]/;

/** The feature that a module belongs to. The light of the sign-in pages goes with their feature. */
export function featureOf(id: string): string | null {
  if (/[\\/]app[\\/]shell[\\/]signed-out|[\\/]kit[\\/]ui[\\/]art[\\/]people\./.test(id)) return 'auth';
  if (settings.test(id)) return null;
  if (/[\\/]src[\\/]app[\\/]/.test(id)) return 'shell';
  return id.match(/[\\/]src[\\/]features[\\/]([a-z-]+)[\\/]/)?.[1] ?? null;
}

type Groups = NonNullable<Exclude<NonNullable<Rolldown.OutputOptions['codeSplitting']>, boolean>['groups']>;

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
  // What the sign-in pages need as well …
  {
    name: 'kit',
    test: /[\\/]kit[\\/](?:ui[\\/](?:art[\\/](?:logo|beam)|controls|feedback|form|format|class-names)|people[\\/]avatar)|lucide-react/,
    minShareCount: 2,
    priority: 22,
  },
  // … and what only the pages behind them share.
  {
    name: 'pages',
    test: /[\\/](?:src[\\/](?:kit|api|offline|realtime)|contract|node_modules)[\\/]/,
    minShareCount: 2,
    priority: 20,
  },
  // One file for the pages of a feature.
  { name: featureOf, test: (id) => featureOf(id) !== null, priority: 10 },
  // Last: what the shell shares with them stays with the shell.
  { name: 'settings', test: settings, priority: 5 },
];
