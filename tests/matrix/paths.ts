// Reading and changing a value at a path written as in the contract: `a.b`, `ids[]`, `list[].id`. Pure.

type Step = string | number;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Every place in the value but the root: objects and lists before what is in them. */
export function placesIn(value: unknown, at: readonly Step[] = []): Step[][] {
  if (!isObject(value)) return [];
  const keys: Step[] = Array.isArray(value) ? value.map((_, index) => index) : Object.keys(value);
  return keys.flatMap((key) => [[...at, key], ...placesIn((value as Record<Step, unknown>)[key], [...at, key])]);
}

export const readAt = (value: unknown, place: readonly Step[]): unknown =>
  place.reduce<unknown>((here, step) => (isObject(here) ? here[step as string] : undefined), value);

/** A copy with something else at the place; `undefined` takes it away. */
export function changeAt<T>(value: T, place: readonly Step[], to: unknown): T {
  const copy = structuredClone(value);
  const parent = readAt(copy, place.slice(0, -1)) as Record<Step, unknown>;
  const last = place.at(-1) as Step;
  if (to !== undefined) parent[last] = to;
  else if (Array.isArray(parent)) parent.splice(last as number, 1);
  else delete parent[last];
  return copy;
}

/** The places of a `refs` position in this value: the list itself for `ids[]` (an id is to be added to it). */
export function placesOf(value: unknown, position: string): Step[][] {
  let places: Step[][] = [[]];
  const steps = position.split('.');
  for (const [index, step] of steps.entries()) {
    const name = step.replace(/\[\]$/, '');
    places = places.map((place) => [...place, name]).filter((place) => readAt(value, place) !== undefined);
    if (name !== step && index < steps.length - 1)
      places = places.flatMap((place) => (readAt(value, place) as unknown[]).map((_, i) => [...place, i]));
  }
  return places;
}

/** A copy in which each such position names `id`: a list keeps what it had, and gets it besides. */
export function pointTo<T>(value: T, position: string, id: string, beside: Readonly<Record<string, string>> = {}): T {
  let copy = value;
  for (const place of placesOf(value, position)) {
    const there = readAt(copy, place);
    copy = changeAt(copy, place, Array.isArray(there) ? [...there, id] : id);
    for (const [field, word] of Object.entries(beside)) copy = changeAt(copy, [...place.slice(0, -1), field], word);
  }
  return copy;
}

/** All non-empty choices among the items. */
export const choicesOf = <T>(items: readonly T[]): T[][] =>
  items.reduce<T[][]>((choices, item) => [...choices, ...choices.map((c) => [...c, item]), [item]], []);

export const placeText = (place: readonly Step[]): string => place.join('.');
