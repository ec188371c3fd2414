// Whether others are shown what one has seen: one's own choice, for all of one's devices. It waits without a connection, and the
// last choice wins; but what was read in between goes between the choices, so that it is shown as was chosen then.
import { v7 as uuid } from 'uuid';
import * as contract from '#contract/chat/seen.ts';
import type { Client } from '#src/realtime/client.ts';
import { SHOWING } from '../../mutations.ts';

export function showSeen(client: Client, shown: boolean): void {
  const id = uuid();
  const waiting = client.outbox.state.items.filter(({ scope, state }) => scope === SHOWING && state === 'queued');
  const isLast = waiting.every(({ replaces }) => replaces === SHOWING);
  client.outbox.enqueue({
    endpoint: contract.showSeen,
    input: { shown },
    id,
    scope: SHOWING,
    replaces: isLast ? SHOWING : `${SHOWING}/${id}`,
    predicted: [{ name: contract.seenShown.name, payload: { shown } }],
  });
}
