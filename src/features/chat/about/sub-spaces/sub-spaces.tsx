// The sub-spaces of a space, as links; whose role allows it adds, renames, orders and archives them. What is archived stands apart, below.
import { Link } from '@tanstack/react-router';
import { Archive, ArchiveRestore, ArrowDown, ArrowUp, Ellipsis, Hash, Lock, Pencil, Plus, Users } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import type { Space, SubSpace } from '#contract/chat.ts';
import { IconButton } from '#src/kit/ui/controls/icon-button.tsx';
import { showToast } from '#src/kit/ui/feedback/toast-store.ts';
import { Menu } from '#src/kit/ui/overlay/menu.tsx';
import type { MenuAction } from '#src/kit/ui/overlay/menu-items.ts';
import { conversationLink } from '../../address.ts';
import { attempt } from '../attempt.ts';
import { archiveSubSpace, moveSubSpaces } from '../mutations.ts';
import { SubSpaceDialog } from './sub-space-dialog.tsx';
import { SubSpacePeople } from './sub-space-people.tsx';

export interface SubSpacesProps {
  space: Space;
  /** Whether the person manages them. */
  admin: boolean;
  offline: boolean;
}

type Open = { readonly what: 'new' } | { readonly what: 'edit' | 'people'; readonly sub: SubSpace };

export function SubSpaces({ space, admin, offline }: SubSpacesProps) {
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const used = space.sub_spaces.filter(({ archived_at }) => !archived_at);
  const archived = space.sub_spaces.filter(({ archived_at }) => archived_at);
  const props = { space, admin, offline, used, onOpen: setOpen };
  return (
    <>
      <section className="ll-about-section" aria-labelledby="about-sub-spaces">
        <header className="ll-about-section-head">
          <h3 id="about-sub-spaces">Sub-spaces</h3>
          {admin ? (
            <IconButton
              icon={Plus}
              label="New sub-space"
              size="small"
              disabled={offline}
              onClick={() => setOpen({ what: 'new' })}
            />
          ) : (
            <span className="ll-meta ll-digits">{used.length}</span>
          )}
        </header>
        <ul>
          {used.map((sub) => (
            <SubSpaceRow key={sub.sub_space_id} sub={sub} {...props} />
          ))}
        </ul>
      </section>
      {archived.length ? (
        <section className="ll-about-section" aria-labelledby="about-archived">
          <header className="ll-about-section-head">
            <h3 id="about-archived">Archived</h3>
            <span className="ll-meta ll-digits">{archived.length}</span>
          </header>
          <ul>
            {archived.map((sub) => (
              <SubSpaceRow key={sub.sub_space_id} sub={sub} {...props} />
            ))}
          </ul>
        </section>
      ) : null}
      {open?.what === 'people' ? (
        <SubSpacePeople space={space} sub={open.sub} admin={admin} onClose={close} />
      ) : open ? (
        <SubSpaceDialog space={space} sub={open.what === 'edit' ? open.sub : undefined} onClose={close} />
      ) : null}
    </>
  );
}

interface RowProps extends SubSpacesProps {
  sub: SubSpace;
  /** Those that are in use, in their order. */
  used: readonly SubSpace[];
  onOpen: (open: Open) => void;
}

function SubSpaceRow({ sub, ...props }: RowProps) {
  const { sub_space_id, is_private } = sub;
  const mover = useMover(props, sub);
  const keys = (event: KeyboardEvent<HTMLElement>) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (!by || !event.shiftKey || !(event.metaKey || event.ctrlKey) || event.defaultPrevented) return;
    event.preventDefault();
    if (mover.can(by)) mover.move(by);
  };
  return (
    <li className="ll-about-sub" data-sub-space={sub_space_id} onKeyDown={props.admin ? keys : undefined}>
      <SubSpaceLink sub={sub} />
      {props.admin || is_private ? <SubSpaceMenu sub={sub} mover={mover} {...props} /> : null}
    </li>
  );
}

type By = -1 | 1;
interface Mover {
  can: (by: By) => boolean;
  move: (by: By) => void;
}

/** One place up or down among those in use; the default one stays first. */
function useMover({ space: { space_id }, admin, offline, used }: Omit<RowProps, 'sub'>, sub: SubSpace): Mover {
  const [busy, setBusy] = useState(false);
  const at = used.indexOf(sub);
  const otherAt = (by: By) => (at < 0 || sub.is_default ? undefined : used[at + by]);
  const can = (by: By) => {
    const other = otherAt(by);
    return admin && !offline && other !== undefined && !other.is_default;
  };
  const move = async (by: By) => {
    const other = otherAt(by);
    if (!other || busy) return;
    setBusy(true);
    const order = by < 0 ? [sub, other] : [other, sub];
    const focused = document.activeElement;
    const moved = await attempt(() =>
      moveSubSpaces(
        space_id,
        order.map(({ sub_space_id }) => sub_space_id),
      ),
    );
    setBusy(false);
    // A row that changes its place may lose the focus.
    if (moved && focused instanceof HTMLElement && focused !== document.activeElement) focused.focus();
  };
  return { can, move: (by) => void move(by) };
}

function SubSpaceMenu({ sub, mover, admin, offline, onOpen }: RowProps & { mover: Mover }) {
  const { sub_space_id, sub_space_name, is_default, is_private, archived_at } = sub;
  const why = offline && { unavailable: 'Needs a connection' };
  const archive = async () => {
    if (!(await attempt(() => archiveSubSpace(sub_space_id, true)))) return;
    const back = () => void attempt(() => archiveSubSpace(sub_space_id, false));
    showToast({ text: `${sub_space_name} is archived`, action: { label: 'Undo', run: back } });
  };
  const restore = async () => {
    if (await attempt(() => archiveSubSpace(sub_space_id, false))) showToast({ text: `${sub_space_name} is back` });
  };
  const items: MenuAction[] = [];
  if (admin) items.push({ label: 'Edit', icon: Pencil, onSelect: () => onOpen({ what: 'edit', sub }), ...why });
  if (is_private) items.push({ label: 'People', icon: Users, onSelect: () => onOpen({ what: 'people', sub }), ...why });
  if (mover.can(-1)) items.push({ label: 'Move up', icon: ArrowUp, keys: '⇧⌘↑', onSelect: () => mover.move(-1) });
  if (mover.can(1)) items.push({ label: 'Move down', icon: ArrowDown, keys: '⇧⌘↓', onSelect: () => mover.move(1) });
  if (admin && archived_at)
    items.push({ label: 'Bring back', icon: ArchiveRestore, onSelect: () => void restore(), ...why });
  else if (admin && !is_default)
    items.push({ label: 'Archive', icon: Archive, onSelect: () => void archive(), ...why });
  return (
    <Menu label={`Actions for ${sub_space_name}`} groups={[{ items }]} align="end">
      {(trigger) => <IconButton icon={Ellipsis} label={`Actions for ${sub_space_name}`} size="small" {...trigger} />}
    </Menu>
  );
}

function SubSpaceLink({ sub }: { sub: SubSpace }) {
  const { space_id, sub_space_id, sub_space_name, sub_space_description, is_default, is_private, archived_at } = sub;
  const Icon = is_private ? Lock : archived_at ? Archive : Hash;
  return (
    <Link
      {...conversationLink({ entity_type: 'space', entity_id: space_id, sub_space_id }, is_default)}
      className="ll-about-sub-link"
      activeOptions={{ exact: true, includeSearch: false }}
      activeProps={{ 'aria-current': 'page' }}
    >
      <Icon
        size={16}
        strokeWidth={1.9}
        {...(is_private ? { role: 'img', 'aria-label': 'private' } : { 'aria-hidden': true })}
      />
      <span>
        <span className="ll-strong ll-ellipsis">{sub_space_name}</span>
        {sub_space_description ? <span className="ll-meta">{sub_space_description}</span> : null}
      </span>
    </Link>
  );
}
