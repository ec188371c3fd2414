// The menu at the end of a row.
import { Ellipsis } from 'lucide-react';
import { IconButton } from '#src/kit/ui/controls/icon-button.tsx';
import { fullName } from '#src/kit/ui/format/names.ts';
import { Menu } from '#src/kit/ui/overlay/menu.tsx';
import type { Listed } from './data.ts';
import type { RowActions } from './row-actions.ts';

export function RowMenu({ row, actions }: { row: Listed; actions: RowActions }) {
  const name = fullName(row);
  return (
    <span role="cell" className="ll-managed-do">
      <Menu label={`Actions for ${name}`} groups={() => actions(row)} align="end">
        {(trigger) => <IconButton icon={Ellipsis} label={`Actions for ${name}`} {...trigger} />}
      </Menu>
    </span>
  );
}
