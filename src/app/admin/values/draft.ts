// What somebody is about to change in the values, and what becomes of it when somebody else changes them meanwhile: both stand, put
// together; where the two differ in the same field it is one's own, with the other said beside it.
import { useReducer } from 'react';
import type { CompanyValue } from '#contract/company/values.ts';

type Values = readonly CompanyValue[];
/** What they wrote of one value, where one wrote something else; `gone`: they removed it. */
export type Theirs = Partial<Omit<CompanyValue, 'value_id'>> & { gone?: true };

export interface Merged {
  readonly values: Values;
  /** By value_id. */
  readonly theirs: Readonly<Record<string, Theirs>>;
}

const fields = ['name', 'description', 'icon_url'] as const;

/** `base`: what both began with. What only one of the two has changed, added, removed or moved is as that one left it. */
export function merge(base: Values, mine: Values, saved: Values): Merged {
  const theirs: Record<string, Theirs> = {};
  const [was, here, there] = [byId(base), byId(mine), byId(saved)];
  const together = (id: string): CompanyValue | undefined => {
    const [before, own, other] = [was.get(id), here.get(id), there.get(id)];
    if (own && other) return each(own, other, before, (clash) => (theirs[id] = clash));
    const left = own ?? other;
    if (!before || !left) return left;
    // One has removed it: it goes, unless the other has written something in it.
    if (fields.every((field) => left[field] === before[field])) return undefined;
    if (own) theirs[id] = { gone: true };
    return left;
  };
  const [first, second] = isMoved(base, mine) ? [mine, saved] : [saved, mine];
  const values = inOrder(first, second).flatMap((id) => together(id) ?? []);
  return { values, theirs };
}

export const isSame = (one: Values, other: Values): boolean => JSON.stringify(one) === JSON.stringify(other);

const byId = (values: Values) => new Map(values.map((value) => [value.value_id, value]));
const idsOf = (values: Values): string[] => values.map(({ value_id }) => value_id);

function each(
  own: CompanyValue,
  other: CompanyValue,
  before: CompanyValue | undefined,
  onClash: (clash: Theirs) => void,
): CompanyValue {
  const clash = Object.fromEntries(
    fields.flatMap((field) =>
      own[field] !== before?.[field] && other[field] !== before?.[field] && own[field] !== other[field]
        ? [[field, other[field]]]
        : [],
    ),
  );
  if (Object.keys(clash).length) onClash(clash);
  const changed = Object.fromEntries(
    fields.flatMap((field) => (own[field] === before?.[field] ? [] : [[field, own[field]]])),
  );
  return { ...other, ...changed };
}

/** True if what stands in both is in another order. */
function isMoved(base: Values, mine: Values): boolean {
  const [was, here] = [new Set(idsOf(base)), new Set(idsOf(mine))];
  const kept = idsOf(base).filter((id) => here.has(id));
  return idsOf(mine)
    .filter((id) => was.has(id))
    .some((id, at) => id !== kept[at]);
}

/** The order of the first; what only the second has stands behind what it stood behind there. */
function inOrder(first: Values, second: Values): string[] {
  const order = idsOf(first);
  for (const [at, id] of idsOf(second).entries()) {
    if (order.includes(id)) continue;
    const before = second[at - 1];
    order.splice(before ? order.indexOf(before.value_id) + 1 : 0, 0, id);
  }
  return order;
}

/** What is said beside a value whose fields two people have written. */
export function asChanged({ gone, name, description, icon_url }: Theirs): string {
  if (gone) return 'Somebody else has removed this one. Save to bring it back, or remove it.';
  const said = [
    ...(name === undefined ? [] : [`the name “${name}”`]),
    ...(description === undefined ? [] : [description ? `that it means “${description}”` : 'nothing of what it means']),
    ...(icon_url === undefined ? [] : [icon_url ? 'another picture' : 'no picture']),
  ];
  return `Somebody else has saved ${new Intl.ListFormat('en').format(said)}.`;
}

interface Draft extends Merged {
  /** What it was made from. */
  readonly base: Values;
  /** True once something of somebody else came into it. */
  readonly merged: boolean;
}

/** The draft with what is saved now. Undefined if that is what it says itself: one's own save, whose answer did not come. */
export function renew(draft: Draft, saved: Values): Draft | undefined {
  const { values, theirs } = merge(draft.base, draft.values, saved);
  if (isSame(values.map(asSaved), saved)) return undefined;
  const still = stillTheirs(draft.theirs, values, saved);
  for (const [id, said] of Object.entries(theirs)) still[id] = said.gone ? said : { ...still[id], ...said };
  return { values, theirs: still, base: saved, merged: true };
}

/** As the server keeps it. */
const asSaved = (value: CompanyValue): CompanyValue => ({
  ...value,
  name: value.name.trim(),
  description: value.description.trim(),
});

/** Of what was said of them before: where it is saved, and something else stands here. */
function stillTheirs(before: Merged['theirs'], values: Values, saved: Values): Record<string, Theirs> {
  const [here, there] = [byId(values), byId(saved)];
  return Object.fromEntries(
    Object.entries(before).flatMap(([id, said]): [string, Theirs][] => {
      const [own, other] = [here.get(id), there.get(id)];
      if (!own) return [];
      if (!other) return said.gone ? [[id, said]] : [];
      const left = fields.filter((field) => said[field] !== undefined && own[field] !== other[field]);
      return left.length ? [[id, Object.fromEntries(left.map((field) => [field, other[field]]))]] : [];
    }),
  );
}

type Change = (draft: Draft | undefined, saved: Values) => Draft | undefined;

/** `busy`: it is being saved, so what comes is most likely one's own. */
export function useDraft(saved: Values, busy: boolean) {
  // What changes it may have been asked for long ago (a picture takes its time): it is given what is saved, and written, by then.
  const [draft, change] = useReducer((now: Draft | undefined, next: Change) => next(now, saved), undefined);
  if (draft && !busy && !isSame(draft.base, saved)) change((now) => now && renew(now, saved));
  const { base = saved, values: now = saved, theirs = {}, merged = false } = draft ?? {};
  return {
    now,
    base,
    theirs,
    merged,
    edit: (next: (values: Values) => Values) => change((before, known) => edited(before, known, next)),
    discard: () => change(() => undefined),
  };
}

function edited(before: Draft | undefined, saved: Values, next: (values: Values) => Values): Draft | undefined {
  const draft = before ?? { base: saved, values: saved, theirs: {}, merged: false };
  const values = next(draft.values);
  return isSame(values, draft.values) ? before : { ...draft, values };
}
