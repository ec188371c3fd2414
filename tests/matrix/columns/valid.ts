// The valid call itself: the control before all refusals, and once more after them, on the very input that was refused.

import { expect } from 'vitest';
import { isWrite } from '#contract/kernel/endpoint.ts';
import { send } from '../http.ts';
import { judge } from '../judge.ts';
import type { Column, Row } from '../row.ts';
import { padded } from './shape.ts';

/** Fails unless this form of the call succeeds; what only reads must not write. */
async function succeed(row: Row, form: number): Promise<void> {
  const { call } = await row.fresh(form);
  const run = async () => {
    const reply = await row.send(call);
    judge(row.endpoint, reply);
    expect(reply.status, `the valid call (form ${form}) was refused: ${reply.text}`).toBe(200);
  };
  if (isWrite(row.endpoint) || row.endpoint.access === 'open') await run();
  else await row.world.watch.nothing(run);
}

export const validCall: Column = {
  name: 'valid call',
  applies: () => true,
  run: async (row) => {
    for (const form of row.case.forms.keys()) await succeed(row, form);
    row.works = true;
  },
};

export const stillValid: Column = {
  name: 'what was refused in all other columns, unchanged',
  applies: () => true,
  run: async (row) => {
    const { call } = await row.shared();
    const { limit } = row.endpoint;
    // As large as it may be: one byte more was refused.
    const reply = await row.send(call.body === undefined ? call : padded(call, limit));
    judge(row.endpoint, reply);
    expect(reply.status, `a refused call has changed something: ${reply.text}`).toBe(200);
  },
};

/** What lists without being given anything to go by: another server on the same database answers the same, to the number. */
export const sameAnswer: Column = {
  name: 'the same answer as with all guards',
  applies: ({ endpoint }) => !isWrite(endpoint),
  run: async (row) => {
    const { call } = await row.shared();
    const ask = async () => {
      const awake = await send(row.world.app.url, call);
      expect(awake.status, awake.text).toBe(200);
      return { awake, reply: await row.send(call) };
    };
    // What is there may change between the two: a server whose guards sleep seals the lines of everybody, too.
    let { awake, reply } = await ask();
    for (let left = 2; left && reply.text !== awake.text; left--) ({ awake, reply } = await ask());
    expect(JSON.parse(reply.text), 'with all guards').toEqual(JSON.parse(awake.text));
  },
};
