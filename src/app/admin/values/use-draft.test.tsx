// @vitest-environment jsdom
// What comes late (a picture was on its way) is put into the draft as it stands by then.
import { act, useLayoutEffect } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CompanyValue } from '#contract/company/values.ts';
import { useDraft } from './draft.ts';

let root: Root;
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  root = createRoot(document.createElement('div'));
});
afterEach(() => {
  act(() => root.unmount());
  vi.unstubAllGlobals();
});

const value: CompanyValue = { value_id: 'a', name: 'Care', icon_url: null, description: '' };
let draft: ReturnType<typeof useDraft>;
function Holder({ saved }: { saved: readonly CompanyValue[] }) {
  const held = useDraft(saved, false);
  useLayoutEffect(() => {
    draft = held;
  });
  return null;
}
const put = (part: Partial<CompanyValue>) => (values: readonly CompanyValue[]) =>
  values.map((one) => ({ ...one, ...part }));

test('a change of an earlier screen loses nothing that was typed, or saved, since', () => {
  act(() => root.render(<Holder saved={[value]} />));
  const { edit } = draft;
  act(() => draft.edit(put({ name: 'Typed' })));
  act(() => edit(put({ icon_url: '/x.png' })));
  expect(draft.now).toEqual([{ ...value, name: 'Typed', icon_url: '/x.png' }]);

  act(() => draft.discard());
  const saved = [{ ...value, description: 'Saved' }];
  act(() => root.render(<Holder saved={saved} />));
  act(() => edit((values) => values.filter(({ value_id }) => value_id !== 'gone')));
  expect([draft.now, draft.base]).toEqual([saved, saved]);
  act(() => edit(put({ icon_url: '/x.png' })));
  expect([draft.now, draft.merged]).toEqual([[{ ...saved[0], icon_url: '/x.png' }], false]);
});
