// Ids of what is not the caller's: of another company, or of a place in the own company where they are not in.
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { isWrite } from '#contract/kernel/endpoint.ts';
import type { TestClient } from '../../kit/client.ts';
import { entities, type Named } from '../entities.ts';
import { callOf, type Input } from '../http.ts';
import { judge } from '../judge.ts';
import { choicesOf, placesOf, pointTo } from '../paths.ts';
import { behindSession, type Column, type Row } from '../row.ts';
import type { Side } from '../world.ts';

type Ids = (entity: string) => readonly Named[];

/** For each choice of positions: the call that names things of `ids` there, beside the same call with ids of nothing. */
function* variants(row: Row, input: Input, ids: Ids): Generator<{ what: string; named: Input; unknown: Input }> {
  const positions = Object.entries(row.endpoint.refs).filter(([position]) => placesOf(input, position).length);
  for (const choice of choicesOf(positions)) {
    const widest = Math.max(...choice.map(([, entity]) => ids(entity).length));
    for (let n = 0; n < widest; n++) {
      let [named, unknown] = [input, input];
      for (const [position, entity] of choice) {
        const all = ids(entity);
        const thing = all[n % all.length] as Named;
        named = pointTo(named, position, thing.id, thing.beside);
        unknown = pointTo(unknown, position, randomUUID(), thing.beside);
      }
      yield { what: `${choice.map(([position]) => position).join(' + ')} (${n + 1})`, named, unknown };
    }
  }
}

/** Both calls are answered with the very same bytes, and neither leaves a trace. */
async function sameAsUnknown(row: Row, by: TestClient, input: Input, ids: Ids): Promise<void> {
  let count = 0;
  for (const { what, named, unknown } of variants(row, input, ids)) {
    count++;
    await row.world.watch.nothing(async () => {
      const there = await row.send(callOf(row.endpoint, by, named));
      const nowhere = await row.send(callOf(row.endpoint, by, unknown));
      judge(row.endpoint, there);
      expect({ status: there.status, text: there.text }, `${what}: what is there beside what is nowhere`).toEqual({
        status: nowhere.status,
        text: nowhere.text,
      });
      if (isWrite(row.endpoint) && !row.case.silent)
        expect(there.status, `${what}: a write on it must be refused: ${there.text}`).toBeGreaterThanOrEqual(400);
    });
  }
  expect(count, 'calls tried').toBeGreaterThan(0);
}

const ofOther =
  (side: Side): Ids =>
  (entity) =>
    entities[entity]?.of(side) ?? [];
const hiddenIn =
  (side: Side): Ids =>
  (entity) =>
    entities[entity]?.hidden?.(side) ?? [];

export const foreignIds: Column = {
  name: 'ids of another company',
  // To operators no company is foreign.
  applies: ({ endpoint }) => Object.keys(endpoint.refs).length > 0 && endpoint.access !== 'operator',
  run: async (row) => {
    for (const form of row.case.forms.keys()) {
      const { by, input } = form ? await row.fresh(form) : await row.shared();
      if (Object.keys(row.endpoint.refs).some((position) => placesOf(input, position).length))
        await sameAsUnknown(row, by, input, ofOther(row.world.b));
    }
  },
};

export const hiddenIds: Column = {
  name: 'ids of what is hidden from the caller',
  applies: (row) =>
    behindSession(row) &&
    typeof row.endpoint.access !== 'object' &&
    Object.values(row.endpoint.refs).some((entity) => entities[entity]?.hidden),
  run: async (row) => {
    const { a } = row.world;
    const hideable = Object.entries(row.endpoint.refs).filter(([, entity]) => entities[entity]?.hidden);
    const narrowed: Row = { ...row, endpoint: { ...row.endpoint, refs: Object.fromEntries(hideable) } };
    for (const form of row.case.forms.keys()) {
      const { input } = form ? await row.fresh(form) : await row.shared();
      if (hideable.some(([position]) => placesOf(input, position).length))
        await sameAsUnknown(narrowed, a.stranger, input, hiddenIn(a));
    }
  },
};
