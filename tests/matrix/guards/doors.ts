// The guards at the door of every endpoint: what puts each to sleep, and the column that has to fail then.
import * as v from 'valibot';
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import { permissionColumns } from '../columns/permission.ts';
import { staleProof } from '../columns/proof.ts';
import { executingColumns, repeatColumns } from '../columns/repeat.ts';
import { sessionColumns } from '../columns/session.ts';
import { shapeColumns } from '../columns/shape.ts';
import { standingColumns } from '../columns/standing.ts';
import type { Column } from '../row.ts';
import type { World } from '../world.ts';
import {
  type Sleeping,
  withoutAccounts,
  withoutContentTypes,
  withoutHints,
  withoutLimits,
  withoutRequestHash,
  withoutSessions,
  withoutSuspensions,
} from './asleep.ts';

export const named = (columns: readonly Column[], ...names: string[]): Column[] =>
  names.map((name) => {
    const column = columns.find((one) => one.name === name);
    if (!column) throw new Error(`No column is called ${name}`);
    return column;
  });

/** Asleep where the endpoint is declared otherwise. */
export const doors: readonly { guard: string; otherwise: Partial<Endpoint>; columns: readonly Column[] }[] = [
  { guard: 'permission', otherwise: { access: 'session' }, columns: named(permissionColumns, 'permission missing') },
  {
    guard: 'module',
    otherwise: { module: undefined } as object,
    columns: named(permissionColumns, 'module switched off'),
  },
  { guard: 'proof', otherwise: { proof: 'never' }, columns: [staleProof] },
  { guard: 'input', otherwise: { input: v.any() }, columns: named(shapeColumns, 'unknown field') },
  { guard: 'idempotency', otherwise: { idempotency: 'natural' }, columns: named(repeatColumns, 'no idempotency key') },
];

interface Gate {
  readonly guard: string;
  /** A server on which it sleeps. */
  readonly asleep: (world: World) => Promise<Sleeping>;
  readonly columns: readonly Column[];
  /** Words of the check that has to fail. */
  readonly by?: string;
  /** Whoever is asked by the endpoint itself is asked by another guard. */
  readonly notOpen?: true;
  /** It needs a valid call that nobody has made yet. */
  readonly anew?: true;
}

/** Asleep on a server of their own. */
export const gates: readonly Gate[] = [
  {
    guard: 'session',
    asleep: withoutSessions,
    columns: [
      ...named(sessionColumns, 'no session', 'expired session', 'ended session', 'no session (operator)'),
      ...named(standingColumns, 'deactivated employee'),
    ],
    notOpen: true,
  },
  {
    guard: 'headers that have to fit the session',
    asleep: withoutHints,
    columns: named(sessionColumns, "a colleague's employee id"),
    by: 'employee id: ',
    notOpen: true,
  },
  {
    guard: 'company header that has to fit the session',
    asleep: withoutHints,
    columns: named(sessionColumns, 'another company'),
    by: 'company id of B: ',
    notOpen: true,
  },
  {
    guard: 'account',
    asleep: withoutAccounts,
    columns: named(standingColumns, 'account that is not active'),
    by: 'an account that is INVITED: ',
  },
  {
    guard: 'suspension of the company',
    asleep: withoutSuspensions,
    columns: named(standingColumns, 'suspended company'),
    by: 'of a suspended company: ',
  },
  {
    guard: 'request that a key was used for',
    asleep: withoutRequestHash,
    columns: named(executingColumns, 'the same idempotency key'),
    by: 'another request under the same key: ',
    anew: true,
  },
  {
    guard: 'size of a body',
    asleep: withoutLimits,
    columns: named(shapeColumns, 'too large body'),
    by: 'oneMore: ',
  },
  {
    guard: 'content type',
    asleep: withoutContentTypes,
    columns: named(shapeColumns, 'wrong content type'),
    by: 'text/plain: ',
    anew: true,
  },
];
