import { expect, test } from 'vitest';
import { createNeeded, pageOf, restOf, sharedBy } from './chunk-groups.ts';

test('where many begin has files of its own; the two shells are apart', () => {
  expect(pageOf('/x/src/features/chat/routes/connect.tsx?tsr-split=component')).toBe('chat');
  expect(pageOf('C:\\x\\src\\features\\auth\\routes\\sign-in.tsx')).toBe('auth');
  expect(pageOf('/x/src/app/shell/signed-out-shell.tsx')).toBe('auth');
  expect(pageOf('/x/src/kit/ui/art/people.tsx')).toBe('auth');
  expect(pageOf('/x/src/app/shell/rail.tsx')).toBe('shell');
});

test('what is asked for, and where few begin, is with the rest', () => {
  const rest = [
    '/x/src/features/chat/about/about-pane.tsx',
    'C:\\x\\src\\app\\settings\\settings-list.tsx',
    '/x/src/features/people/routes/people.tsx?tsr-split=component',
    '/x/src/features/auth/routes/register.tsx?tsr-split=component',
  ];
  expect(rest.map(pageOf)).toEqual([null, null, null, null]);
  expect(rest.map(restOf)).toEqual(['more', 'more', 'more', 'auth-more']);
  expect(restOf('/x/src/kit/editor/rich/rich-field.tsx')).toBeNull();
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
      '/x/src/app/shell/signed-out-shell.tsx',
      '/x/src/app/shell/signed-in-shell.tsx',
      '/x/src/features/people/routes/people.tsx?tsr-split=component',
    ]),
    '/x/src/app/shell/signed-out-shell.tsx': module(
      ['/x/button.tsx', '/x/beam.tsx', icons],
      `import { Eye } from "lucide-react";`,
    ),
    '/x/src/app/shell/signed-in-shell.tsx': module(
      ['/x/button.tsx', '/x/menu.tsx', icons],
      `import { Eye, Hash as Sign } from 'lucide-react';`,
    ),
    '/x/src/features/people/routes/people.tsx?tsr-split=component': module(['/x/menu.tsx', '/x/table.tsx']),
    [icons]: module(
      ['/i/icons/eye.mjs', '/i/icons/hash.mjs', '/i/icons/plus.mjs'],
      `export { default as Eye, default as EyeIcon } from './icons/eye.mjs';
       export { default as Hash, default as HashIcon } from './icons/hash.mjs';
       export { default as Plus } from './icons/plus.mjs';`,
    ),
  };
  const needed = createNeeded('/x/src/main.tsx');
  const graph = { getModuleInfo: (id: string) => modules[id] ?? null };
  const where = (id: string) => sharedBy(needed(id, graph));
  expect(['/x/button.tsx', '/x/beam.tsx', '/x/menu.tsx', '/x/table.tsx'].map(where)).toEqual([
    'kit',
    'auth',
    'pages',
    null,
  ]);
  expect(['eye', 'hash', 'plus'].map((name) => where(`/i/icons/${name}.mjs`))).toEqual(['kit', 'pages', null]);
});
