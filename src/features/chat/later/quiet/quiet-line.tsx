// Over the field, once somebody writes: that it is quiet now with whoever would read it, and the way to send it when that ends.
import { queryOptions, useQuery } from '@tanstack/react-query';
import { MoonStar } from 'lucide-react';
import type { Address, Entry } from '#contract/chat.ts';
import { getQuiet } from '#contract/notifications/quiet.ts';
import { useDirectory } from '#src/kit/people/directory.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { useNow } from '#src/kit/ui/hooks/use-now.ts';
import { app } from '#src/realtime/app.ts';
import { useClient } from '#src/realtime/hooks.ts';
import { useEntry } from '../../hooks/use-conversations.ts';
import { type Quiet, quietWords } from './quiet-words.ts';
import './quiet-line.css';

/** Somebody may go to bed, and change their hours. Milliseconds. */
const PACE_MS = 5 * 60_000;

export interface QuietLineProps {
  address: Address;
  /** ISO 8601 */
  onSendAt: (due_at: string) => void;
}

export function QuietLine({ address, onSendAt }: QuietLineProps) {
  const { self } = useClient().context;
  const people = useDirectory();
  const now = useNow();
  const readers = everybodyIn(address, useEntry(address)).filter((id) => id !== self && people.has(id));
  const { data } = useQuery(quietQuery(readers));
  // Several have no name.
  const words = data ? quietWords(data, people.get(address.entity_id)?.first_name, now) : null;
  return (
    <div className="ll-quiet" data-on={words ? '' : undefined}>
      {words ? <MoonStar size={16} strokeWidth={1.9} aria-hidden="true" /> : null}
      <p>
        {words?.time ? `${words.time} ` : null}
        {/* Said once: the time before it moves. */}
        <span role="status">{words?.pause}</span>
      </p>
      {data && words?.send ? (
        <Button
          size="small"
          kind="soft"
          // The field keeps the focus, and a phone its keyboard.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onSendAt(data.quiet_until)}
        >
          {words.send}
        </Button>
      ) : null}
    </div>
  );
}

/** Also oneself, and who has left. */
const everybodyIn = ({ entity_type, entity_id }: Address, entry: Entry | undefined): readonly string[] =>
  entity_type === 'employee' ? [entity_id] : (entry?.group?.employee_ids ?? []);

/** Until when nobody of them is told; null if somebody is. */
const quietQuery = (readers: readonly string[]) =>
  queryOptions({
    queryKey: ['notifications', 'quiet', ...readers],
    queryFn: async ({ signal }): Promise<Quiet | null> => {
      let first: Quiet | null = null;
      for (const employee_id of readers) {
        const { time_zone, quiet_until } = await app.call(getQuiet, { employee_id }, { signal });
        if (quiet_until === null) return null;
        if (!first || quiet_until < first.quiet_until) first = { time_zone, quiet_until };
      }
      return first;
    },
    enabled: readers.length > 0,
    staleTime: PACE_MS,
    refetchInterval: PACE_MS,
    retry: false,
    meta: { keep: false },
  });
