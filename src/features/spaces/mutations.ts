// Joining and making spaces. Both need a connection; the answers carry the events that put the space into chat.
import type { InfiniteData } from '@tanstack/react-query';
import { v7 as uuid } from 'uuid';
import type { Space } from '#contract/chat.ts';
import type { RequestOf } from '#contract/kernel/endpoint.ts';
import * as contract from '#contract/spaces.ts';
import { app } from '#src/realtime/app.ts';
import { type SpacePage, spacesKey } from './queries.ts';

export const newSpaceId = (): string => uuid();

/** With the same `space_id` again it answers the space that is there. */
export async function createSpace(input: RequestOf<typeof contract.create>): Promise<Space> {
  const { space } = await app.call(contract.create, input);
  void app.queryClient.invalidateQueries({ queryKey: spacesKey });
  return space;
}

export async function joinSpace(space_id: string): Promise<void> {
  show((await app.call(contract.join, { space_id })).space);
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
