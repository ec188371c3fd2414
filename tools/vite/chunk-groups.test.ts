import { expect, test } from 'vitest';
import { createNeeded, createRestOf, firstOf } from './chunk-groups.ts';

test('what is opened on demand is in the file of the area that alone leads to it, and all the rest in one', () => {
  const modules: Record<string, readonly [now: string[], onDemand: string[]]> = {
    '/x/src/main.tsx': [
      [],
      [
        '/x/src/features/chat/about/about-pane.tsx',
        '/x/src/features/people/routes/people.tsx?tsr-split=component',
        '/x/src/features/people/admin/routes/groups.tsx?tsr-split=component',
        '/x/src/features/people/routes/new-role.tsx?tsr-split=component',
        '/x/src/features/operator/routes/operator.tsx?tsr-split=component',
        '/x/src/features/auth/routes/register.tsx?tsr-split=component',
        '/x/src/app/settings/settings-list.tsx',
      ],
    ],
    '/x/src/features/chat/about/about-pane.tsx': [['/x/src/kit/daily.ts', '/x/src/kit/shared.ts'], []],
    '/x/src/features/people/routes/people.tsx?tsr-split=component': [
      ['/x/src/kit/daily.ts', '/x/src/kit/people.ts'],
      ['/x/src/features/people/finding/filter.tsx'],
    ],
    '/x/src/features/people/admin/routes/groups.tsx?tsr-split=component': [
      ['/x/src/kit/people.ts', '/x/node_modules/chart/index.js'],
      ['/x/src/kit/editor/rich/rich-field.tsx'],
    ],
    '/x/src/app/settings/settings-list.tsx': [['/x/src/kit/shared.ts'], []],
  };
  const graph = {
    getModuleInfo: (id: string) => {
      const [importedIds, dynamicallyImportedIds] = modules[id] ?? [[], []];
      return { importedIds, dynamicallyImportedIds };
    },
  };
  const restOf = createRestOf('/x/src/main.tsx');
  const where = (...ids: string[]) => ids.map((id) => restOf(id, graph));
  expect(where(...(modules['/x/src/main.tsx']?.[1] ?? []))).toEqual([
    'daily',
    'daily',
    'admin',
    'admin',
    'operator',
    'auth-more',
    'more',
  ]);
  expect(where('/x/src/features/people/finding/filter.tsx', '/x/src/kit/daily.ts')).toEqual(['daily', 'daily']);
  expect(where('/x/node_modules/chart/index.js')).toEqual(['admin']);
  expect(where('/x/src/kit/people.ts', '/x/src/kit/shared.ts'), 'of two areas').toEqual(['more', 'more']);
  expect(where('/x/src/kit/editor/rich/rich-field.tsx', '/x/public/other.js')).toEqual([null, null]);
});

test('what is shared goes with the first visit that needs it, icons one by one', () => {
  const icons = '/x/node_modules/lucide-react/dist/esm/lucide-react.mjs';
  const module = (importedIds: string[], code = '', dynamicallyImportedIds: string[] = []) => ({
    importedIds,
    dynamicallyImportedIds,
    code,
  });
  const modules: Record<string, ReturnType<typeof module>> = {
    '/x/src/main.tsx': module([], '', [
      '/x/src/kit/editor/rich/rich-part.ts',
      '/x/src/app/shell/signed-out/signed-out-shell.tsx',
      '/x/src/app/shell/signed-in-shell.tsx',
      '/x/src/features/people/routes/people.tsx?tsr-split=component',
    ]),
    '/x/src/app/shell/signed-out/signed-out-shell.tsx': module(
      ['/x/button.tsx', '/x/beam.tsx', '/x/beam.css', icons],
      `import { Eye } from "lucide-react";`,
    ),
    '/x/src/app/shell/signed-in-shell.tsx': module(
      ['/x/button.tsx', '/x/menu.tsx', icons],
      `import { Eye, Hash as Sign } from 'lucide-react';`,
    ),
    '/x/src/features/people/routes/people.tsx?tsr-split=component': module(['/x/menu.tsx', '/x/table.tsx']),
    '/x/src/kit/editor/rich/rich-part.ts': module(['/x/button.tsx', '/x/menu.tsx', '/x/table.tsx']),
    [icons]: module(
      ['/i/icons/eye.mjs', '/i/icons/hash.mjs', '/i/icons/plus.mjs'],
      `export { default as Eye, default as EyeIcon } from './icons/eye.mjs';
       export { default as Hash, default as HashIcon } from './icons/hash.mjs';
       export { default as Plus } from './icons/plus.mjs';`,
    ),
  };
  const needed = createNeeded('/x/src/main.tsx');
  const graph = { getModuleInfo: (id: string) => modules[id] ?? null };
  const where = (id: string) => firstOf(needed(id, graph), id);
  expect(['/x/button.tsx', '/x/beam.tsx', '/x/menu.tsx', '/x/table.tsx'].map(where)).toEqual([
    'app',
    'auth',
    'signed-in',
    null,
  ]);
  expect(where('/x/beam.css'), 'styles are no file of their own').toBe('app');
  expect([...needed('/x/menu.tsx', graph)], 'what the editor needs as well').toEqual(['signedIn', 'writing']);
  expect([...needed('/x/table.tsx', graph)]).toEqual(['writing']);
  expect(['eye', 'hash', 'plus'].map((name) => where(`/i/icons/${name}.mjs`))).toEqual(['app', 'signed-in', null]);
});
