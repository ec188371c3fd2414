// Joining and making spaces. Both need a connection; the answers carry the events that put the space into chat.
import type { InfiniteData } from '@tanstack/react-query';
import { v7 as uuid } from 'uuid';
import type { Space } from '#contract/chat.ts';
import type { RequestOf } from '#contract/kernel/endpoint.ts';
import * as joining from '#contract/spaces/joining.ts';
import * as contract from '#contract/spaces.ts';
import { invitationsKey } from '#src/kit/spaces/keys.ts';
import { app } from '#src/realtime/app.ts';
import { spaceKey, spacesKey } from './keys.ts';
import type { SpacePage } from './queries.ts';

export const newSpaceId = (): string => uuid();

/** With the same `space_id` again it answers the space that is there. */
export async function createSpace(input: RequestOf<typeof contract.create>): Promise<Space> {
  const { space } = await app.call(contract.create, input);
  void app.queryClient.invalidateQueries({ queryKey: spacesKey });
  return space;
}

/** Joins, or asks to where that needs somebody's leave: `join_status` of the answer says which it was. */
export async function enterSpace(space_id: string, link_code?: string): Promise<Space> {
  const { space } = await app.call(contract.join, { space_id, ...(link_code && { link_code }) });
  show(space);
  readAnew();
  return space;
}

/** Asks no longer, or declines the invitation. */
export async function withdraw(space_id: string): Promise<void> {
  await app.call(joining.withdraw, { space_id });
  void app.queryClient.invalidateQueries({ queryKey: spacesKey });
  readAnew();
}

function readAnew(): void {
  for (const queryKey of [invitationsKey, spaceKey]) void app.queryClient.invalidateQueries({ queryKey });
}

/** In every list that is at hand, without reading them anew under the person's eyes. */
function show(space: Space): void {
  const change = (page: SpacePage): SpacePage => ({
    ...page,
    items: page.items.map((item) => (item.space_id === space.space_id ? space : item)),
  });
  app.queryClient.setQueriesData<InfiniteData<SpacePage>>(
    { queryKey: spacesKey },
    (data) => data && { ...data, pages: data.pages.map(change) },
  );
}
