import { expect, test } from 'vitest';
import { createNeeded, firstOf, restOf } from './chunk-groups.ts';

test('what is asked for, and where few begin, is in a file of its own, that of the sign-in apart', () => {
  const rest = [
    '/x/src/features/chat/about/about-pane.tsx',
    '/x/src/features/chat/threads/routes/threads.tsx?tsr-split=component',
    'C:\\x\\src\\app\\settings\\settings-list.tsx',
    '/x/src/features/people/routes/people.tsx?tsr-split=component',
    '/x/src/features/auth/routes/register.tsx?tsr-split=component',
  ];
  expect(rest.map(restOf)).toEqual(['more', 'more', 'more', 'more', 'auth-more']);
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
      '/x/src/kit/editor/rich/rich-part.ts',
      '/x/src/app/shell/signed-out/signed-out-shell.tsx',
      '/x/src/app/shell/signed-in-shell.tsx',
      '/x/src/features/people/routes/people.tsx?tsr-split=component',
    ]),
    '/x/src/app/shell/signed-out/signed-out-shell.tsx': module(
      ['/x/button.tsx', '/x/beam.tsx', icons],
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
  const where = (id: string) => firstOf(needed(id, graph));
  expect(['/x/button.tsx', '/x/beam.tsx', '/x/menu.tsx', '/x/table.tsx'].map(where)).toEqual([
    'kit',
    'auth',
    'signed-in',
    null,
  ]);
  expect([...needed('/x/menu.tsx', graph)], 'what the editor needs as well').toEqual(['signedIn', 'writing']);
  expect([...needed('/x/table.tsx', graph)]).toEqual(['writing']);
  expect(['eye', 'hash', 'plus'].map((name) => where(`/i/icons/${name}.mjs`))).toEqual(['kit', 'signed-in', null]);
});
