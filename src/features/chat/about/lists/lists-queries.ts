// What the pane reads of what was attached and what is pinned: in the conversation that is open, or in the whole space. Read anew when
// that changes (told.ts), and with each new connection.
import { infiniteQueryOptions } from '@tanstack/react-query';
import { listFiles } from '#contract/chat/attachments.ts';
import { listPins } from '#contract/chat/marks/marks.ts';
import type { Address } from '#contract/chat.ts';
import type { ResponseOf } from '#contract/kernel/endpoint.ts';
import { app } from '#src/realtime/app.ts';
import { keptKey } from '../keys.ts';

/** Where to look; `id`: the conversation, or the space whose conversations are all meant. */
export interface ListPlace {
  readonly address: Address;
  readonly id: string;
  readonly isWhole: boolean;
}

type FilesPage = ResponseOf<typeof listFiles>;
type PinsPage = ResponseOf<typeof listPins>;

const common = { initialPageParam: '', staleTime: 60_000, meta: { told: true } };
const whole = (cursor: string) => ({ whole_space: 'true', ...(cursor && { cursor }) }) as const;

export const filesQuery = ({ address, id, isWhole }: ListPlace) =>
  infiniteQueryOptions({
    ...common,
    queryKey: [...keptKey(id), 'files'],
    queryFn: ({ pageParam, signal }): Promise<FilesPage> =>
      app.call(
        listFiles,
        { ...address, ...(isWhole ? whole(pageParam) : pageParam && { before_seq: pageParam }) },
        { signal },
      ),
    getNextPageParam: ({ items, has_before, next_cursor }) =>
      isWhole ? next_cursor : has_before ? String(items.at(-1)?.seq ?? '') : null,
  });

export const pinsQuery = ({ address, id, isWhole }: ListPlace) =>
  infiniteQueryOptions({
    ...common,
    queryKey: [...keptKey(id), 'pinned'],
    queryFn: ({ pageParam, signal }): Promise<PinsPage> =>
      app.call(listPins, { ...address, ...(isWhole && whole(pageParam)) }, { signal }),
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
