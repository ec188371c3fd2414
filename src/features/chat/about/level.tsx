// Which notifications come of one conversation, space or thread, where that is to be another choice than the one for all of its kind.
import { useQuery } from '@tanstack/react-query';
import { v7 as uuid } from 'uuid';
import type { ResponseOf } from '#contract/kernel/endpoint.ts';
import * as writes from '#contract/notifications/writes.ts';
import type { Exception, Level } from '#contract/notifications.ts';
import * as contract from '#contract/notifications.ts';
import { settingsKey } from '#src/kit/notifications/keys.ts';
import { SelectField } from '#src/kit/ui/controls/select-field.tsx';
import type { Client } from '#src/realtime/client.ts';
import { useClient, usePredicted } from '#src/realtime/hooks.ts';
import type { LiveQuery } from '#src/realtime/live-query.ts';

type Wanted = ResponseOf<typeof contract.getSettings>;
export type LevelPlace = Pick<Exception, 'entity_type' | 'entity_id'>;

/** An empty value: as for all of its kind. */
export const levelOptions: readonly { readonly value: Level | ''; readonly label: string }[] = [
  { value: '', label: 'As usual' },
  { value: 'all', label: 'All' },
  { value: 'mentions', label: 'Mentions' },
  { value: 'none', label: 'None' },
];

export interface ChosenLevel {
  readonly level: Level | '';
  /** What was chosen is on this device. */
  readonly known: boolean;
  choose(level: Level | ''): void;
}

export function useLevel(place: LevelPlace): ChosenLevel {
  const client = useClient();
  const { data } = useQuery<Wanted>({ queryKey: settingsKey });
  const query = client.registry.live.find(({ prefix }) => prefix === settingsKey) as LiveQuery<Wanted>;
  const wanted = usePredicted(query, settingsKey, data as Wanted) as Wanted | undefined;
  return {
    level: wanted?.exceptions.find(({ entity_id }) => entity_id === place.entity_id)?.level ?? '',
    known: wanted !== undefined,
    choose: (level) => setLevel(client, place, level || null),
  };
}

export interface NotifyLevelProps {
  place: LevelPlace;
  label: string;
  /** Nothing comes of it whatever is chosen. */
  muted: boolean;
}

export function NotifyLevel({ place, label, muted }: NotifyLevelProps) {
  const { level, known, choose } = useLevel(place);
  return (
    <SelectField
      label={label}
      hint={muted ? 'None come while it is muted.' : undefined}
      options={levelOptions}
      value={level}
      disabled={!known || muted}
      onChange={({ target }) => choose(target.value as Level | '')}
    />
  );
}

/** Null: as for all of its kind. Waits in the outbox without a connection. */
export function setLevel({ outbox }: Client, { entity_type, entity_id }: LevelPlace, level: Level | null): void {
  const input = { entity_type, entity_id, level };
  outbox.enqueue({
    endpoint: writes.setLevel,
    input,
    id: uuid(),
    scope: `level/${entity_id}`,
    replaces: `level/${entity_id}`,
    predicted: [{ name: contract.levelChanged.name, payload: input }],
  });
}
