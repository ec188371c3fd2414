// Who may, but said too long ago who they are.

import { mayAskProof, proofOf } from '#contract/auth/asks-proof.ts';
import { ADMIN_IDLE_MINUTES } from '#contract/auth/proof.ts';
import type { TestClient } from '../../kit/client.ts';
import { refused } from '../judge.ts';
import type { Column, Made, Row } from '../row.ts';

/** A valid call that asks for a proof; some do so for some inputs alone. */
async function asking(row: Row): Promise<Made> {
  for (const form of row.case.forms.keys()) {
    const made = await row.fresh(form);
    if (!mayAskProof(row.endpoint) || proofOf(row.endpoint, made.input)) return made;
  }
  throw new Error(`${row.endpoint.name} asks for a proof, and none of its forms does`);
}

/** The person said so many minutes ago, in this session, who they are, and has done nothing since. */
const provedAgo = ({ world }: Row, { session }: TestClient, minutes: number) =>
  world.app.sql(
    `UPDATE session SET proved_at = now() - make_interval(mins => $2), administered_at = now() - make_interval(mins => $2)
     WHERE session_id = $1`,
    [session?.session_id, minutes],
  );

export const staleProof: Column = {
  name: 'stale proof',
  applies: ({ endpoint }) => mayAskProof(endpoint),
  run: async (row) => {
    const { by, call } = await asking(row);
    await provedAgo(row, by, ADMIN_IDLE_MINUTES);
    try {
      await row.world.watch.nothing(async () =>
        refused(row.endpoint, await row.send(call), 'AUTH_PROOF_REQUIRED', 'proven too long ago'),
      );
    } finally {
      await provedAgo(row, by, 0);
    }
  },
};
