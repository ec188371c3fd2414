// The sub-spaces of a space, as links; admins add and rename them.
import { Link } from '@tanstack/react-router';
import { Hash, Pencil, Plus } from 'lucide-react';
import { useState } from 'react';
import type { Space, SubSpace } from '#contract/chat.ts';
import { IconButton } from '#src/kit/ui/controls/icon-button.tsx';
import { conversationLink } from '../address.ts';
import { SubSpaceDialog } from './sub-space-dialog.tsx';

export interface SubSpacesProps {
  space: Space;
  admin: boolean;
  offline: boolean;
}

export function SubSpaces({ space, admin, offline }: SubSpacesProps) {
  const [open, setOpen] = useState<'new' | SubSpace>();
  return (
    <section className="ll-about-section" aria-labelledby="about-sub-spaces">
      <header className="ll-about-section-head">
        <h3 id="about-sub-spaces">Sub-spaces</h3>
        {admin ? (
          <IconButton
            icon={Plus}
            label="New sub-space"
            size="small"
            disabled={offline}
            onClick={() => setOpen('new')}
          />
        ) : (
          <span className="ll-meta ll-digits">{space.sub_spaces.length}</span>
        )}
      </header>
      <ul>
        {space.sub_spaces.map((sub) => (
          <li key={sub.sub_space_id} className="ll-about-sub">
            <SubSpaceLink sub={sub} />
            {admin ? (
              <IconButton
                icon={Pencil}
                label={`Edit ${sub.sub_space_name}`}
                size="small"
                disabled={offline}
                onClick={() => setOpen(sub)}
              />
            ) : null}
          </li>
        ))}
      </ul>
      {open ? (
        <SubSpaceDialog space={space} sub={open === 'new' ? undefined : open} onClose={() => setOpen(undefined)} />
      ) : null}
    </section>
  );
}

function SubSpaceLink({ sub }: { sub: SubSpace }) {
  const { space_id, sub_space_id, sub_space_name, sub_space_description, is_default } = sub;
  return (
    <Link
      {...conversationLink({ entity_type: 'space', entity_id: space_id, sub_space_id }, is_default)}
      className="ll-about-sub-link"
      activeOptions={{ exact: true }}
      activeProps={{ 'aria-current': 'page' }}
    >
      <Hash size={16} strokeWidth={1.9} aria-hidden="true" />
      <span>
        <span className="ll-strong ll-ellipsis">{sub_space_name}</span>
        {sub_space_description ? <span className="ll-meta">{sub_space_description}</span> : null}
      </span>
    </Link>
  );
}
