// Has the planned messages said, answered, mended and taken back, by the people themselves.
import { v7 as uuid } from 'uuid';
import * as chat from '#contract/chat.ts';
import type { Call } from './desk.ts';
import type { Founded } from './found.ts';
import { documentOf, type FindMention } from './markup.ts';
import { keyOf, type Planned, type Where } from './plan.ts';

/** What was said, as it is stored. */
export interface Told {
  readonly planned: Planned;
  readonly message_id: string;
  readonly conversation_id: string;
  readonly seq: number;
}

/** Sends in the order given, which must be that of time. */
export async function tell(
  plan: readonly Planned[],
  founded: Founded,
  as: (employee_id: string) => Call,
): Promise<Told[]> {
  const idOf = (name: string): string => {
    const id = founded.people.get(name);
    if (!id) throw new Error(`Nobody is called ${name}`);
    return id;
  };
  const find: FindMention = (name) => {
    if (name === 'all') return { kind: 'all', id: 'all', label: 'all' };
    const id = founded.people.get(name);
    return id ? { kind: 'employee', id, label: name } : undefined;
  };
  const told: Told[] = [];
  for (const planned of plan) {
    const { by, text, slip, at, where, reactions, deleted } = planned;
    const message_id = uuid({ msecs: at });
    const call = as(idOf(by));
    const body = documentOf(slip ?? text, find);
    const address = addressOf(where, by, { founded, told, idOf });
    const { message } = await call(chat.send, { ...address, message_id, body });
    told.push({ planned, message_id, conversation_id: message.conversation_id, seq: message.seq });
    if (slip !== undefined) await call(chat.edit, { message_id, body: documentOf(text, find) });
    for (const { emoji, by: names } of reactions)
      for (const name of names) await as(idOf(name))(chat.react, { message_id, emoji });
    if (deleted) await call(chat.remove, { message_id });
  }
  return told;
}

interface Known {
  readonly founded: Founded;
  readonly told: readonly Told[];
  readonly idOf: (name: string) => string;
}

function addressOf(where: Where, by: string, { founded, told, idOf }: Known): chat.Address {
  if ('about' in where) {
    const root = told.find(({ planned }) => planned.text.startsWith(where.about));
    if (!root) throw new Error(`Nobody has said ${where.about}`);
    return { entity_type: 'thread', entity_id: root.message_id };
  }
  if ('group' in where) return { entity_type: 'group', entity_id: founded.groups.get(keyOf(where)) ?? '' };
  if ('pair' in where)
    return { entity_type: 'employee', entity_id: idOf(where.pair[0] === by ? where.pair[1] : where.pair[0]) };
  const { space, channel } = where;
  const entity_id = founded.spaces.get(space);
  if (!entity_id) throw new Error(`There is no space ${space}`);
  return { entity_type: 'space', entity_id, sub_space_id: founded.channels.get(`${space}/${channel}`) };
}
