// A company for the benches: made over HTTP, with spaces in which one writes and another one hears.

import { v7 as uuid } from 'uuid';
import type { Session } from '#contract/auth.ts';
import * as spaces from '#contract/spaces.ts';
import { TestClient } from '#tests/kit/client.ts';
import { addPerson, registerCompany } from '#tests/kit/factory.ts';
import type { ServerProcess } from '#tests/kit/server-process.ts';

export interface Office {
  readonly company_id: string;
  readonly owner: TestClient;
  readonly people: readonly TestClient[];
}

export const sessionOf = (client: TestClient): Session => {
  if (!client.session) throw new Error('Not signed in');
  return client.session;
};

export async function openOffice(server: Pick<ServerProcess, 'url' | 'dataDir'>, size: number): Promise<Office> {
  const { owner, company_id } = await registerCompany(server);
  const people: TestClient[] = [];
  for (let n = 0; n < size; n++) people.push(await addPerson(server, owner));
  return { owner, company_id, people };
}

export interface Room {
  readonly space_id: string;
  /** Its only conversation. */
  readonly conversation_id: string;
}

export async function openRoom(owner: TestClient, members: readonly TestClient[]): Promise<Room> {
  const { space } = await owner.call(spaces.create, {
    space_id: uuid(),
    space_name: `Room ${uuid()}`,
    visibility: 'private',
    employee_ids: members.map((member) => member.employee_id),
  });
  return { space_id: space.space_id, conversation_id: space.sub_spaces[0]?.sub_space_id ?? '' };
}
