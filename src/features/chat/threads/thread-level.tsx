// Which notifications come of a thread that one follows.
import { AtSign, Bell, BellOff, type LucideIcon } from 'lucide-react';
import type { Level } from '#contract/notifications.ts';
import { IconButton } from '#src/kit/ui/controls/icon-button.tsx';
import { Menu } from '#src/kit/ui/overlay/menu.tsx';
import { levelOptions, useLevel } from '../about/level.tsx';

const icons: Record<Level | '', LucideIcon> = { '': Bell, all: Bell, mentions: AtSign, none: BellOff };

/** `muted`: where the thread is, nothing comes whatever is chosen. */
export function ThreadLevel({ root_id, muted }: { root_id: string; muted: boolean }) {
  const { level, known, choose } = useLevel({ entity_type: 'thread', entity_id: root_id });
  const items = levelOptions.map(({ value, label }) => ({
    label,
    checked: value === level,
    onSelect: () => choose(value),
    ...(muted && { unavailable: 'None come while the conversation is muted.' }),
  }));
  return (
    <Menu label="Notifications of this thread" groups={[{ label: 'Notifications of this thread', items }]} align="end">
      {(trigger) => (
        <IconButton icon={icons[level]} label="Notifications of this thread" disabled={!known} {...trigger} />
      )}
    </Menu>
  );
}
