// The head of a conversation: who, how many, the sub-spaces as tabs, and the way to the details.
import { PanelRight } from 'lucide-react';
import { Suspense } from 'react';
import type { Entry, SubSpace } from '#contract/chat.ts';
import { unreadOf } from '#contract/chat.ts';
import type { Person } from '#contract/people.ts';
import type { Presence } from '#contract/sync.ts';
import { Avatar } from '#src/kit/people/avatar.tsx';
import { useDirectory, useDirectoryPending } from '#src/kit/people/directory.ts';
import { groupName } from '#src/kit/people/names.ts';
import { presenceLabel } from '#src/kit/people/presence.ts';
import { IconButton } from '#src/kit/ui/controls/icon-button.tsx';
import { TabLink, TabNav } from '#src/kit/ui/controls/tabs.tsx';
import { SkeletonBox } from '#src/kit/ui/feedback/skeleton.tsx';
import { useMediaRange } from '#src/kit/ui/hooks/media-range.ts';
import { BackLink } from '#src/kit/ui/layout/page.tsx';
import { lazyPart } from '#src/kit/ui/lazy-part.tsx';
import { useClient, useOnline, usePresence } from '#src/realtime/hooks.ts';
import { conversationLink } from '../address.ts';
import { nameOf, titleOf } from './rows/list-rows.ts';
import './conversations.css';

const GroupFaces = lazyPart(() => import('../reading/faces/group-faces.tsx'), 'GroupFaces');

export interface ConversationHeadProps {
  entityType: Entry['entity_type'];
  entityId: string;
  entry: Entry | undefined;
  person: Person | undefined;
  about: boolean;
  onAbout: () => void;
}

export function ConversationHead({ entityType, entityId, entry, person, about, onAbout }: ConversationHeadProps) {
  const { context } = useClient();
  const { tabletOrMobile } = useMediaRange();
  const named = entry ?? { entity_type: entityType, entity_id: entityId, space: null };
  const naming = useDirectoryPending();
  const group = entry?.group;
  const known =
    entityType !== 'employee'
      ? entry !== undefined && !(group && naming)
      : person !== undefined || (entry !== undefined && !naming);
  const people = useDirectory();
  const title = !known ? '' : group ? groupName(group, people, context.self) : titleOf(named, people, context.self);
  const name = known ? nameOf(named, people) : '';
  return (
    <>
      <header className="ll-chat-head">
        <title>{`${title || 'Chat'} · Limelight`}</title>
        {tabletOrMobile ? <BackLink to="/connect">All conversations</BackLink> : null}
        {entityType === 'space' ? (
          <Avatar name={name} src={entry?.space?.space_image} size={40} shape="square" />
        ) : group ? (
          <Suspense fallback={<Avatar name={title} size={40} />}>
            <GroupFaces employee_ids={group.employee_ids} size={40} />
          </Suspense>
        ) : (
          <PersonAvatar id={entityId} name={name} src={person?.profile_url ?? null} />
        )}
        <div className="ll-chat-head-text">
          {title ? (
            <h1 className="ll-section" tabIndex={-1}>
              {title}
            </h1>
          ) : (
            <SkeletonBox width={140} height={16} />
          )}
          <p className="ll-meta">
            {group ? (
              entry.read_only ? (
                'Announcements'
              ) : (
                `${group.employee_ids.length} people`
              )
            ) : entityType === 'space' ? (
              members(entry)
            ) : (
              <PersonLine id={entityId} person={person} />
            )}
          </p>
        </div>
        <IconButton icon={PanelRight} label="About this conversation" keys="⌘." pressed={about} onClick={onAbout} />
      </header>
      {entry?.space && entry.space.sub_spaces.filter(isUsed).length > 1 ? <SubSpaceTabs entry={entry} /> : null}
    </>
  );
}

const members = (entry: Entry | undefined): string => {
  const count = entry?.space?.total_members;
  if (count === undefined) return '';
  return count === 1 ? '1 member' : `${count} members`;
};

function useThere(id: string): Presence | undefined {
  const presence = usePresence(id);
  return useOnline() ? presence : undefined;
}

function PersonAvatar({ id, name, src }: { id: string; name: string; src: string | null }) {
  return <Avatar name={name} src={src} size={40} presence={useThere(id)} />;
}

function PersonLine({ id, person }: { id: string; person: Person | undefined }) {
  const there = useThere(id);
  return [person?.position_title, there && presenceLabel(there)].filter(Boolean).join(' · ');
}

const isUsed = ({ archived_at }: SubSpace): boolean => !archived_at;

function SubSpaceTabs({ entry }: { entry: Entry }) {
  const unread = new Map(entry.conversations.map((one) => [one.sub_space_id, unreadOf(one)]));
  const { entity_type, entity_id } = entry;
  return (
    <div className="ll-chat-tabs">
      <TabNav label="Sub-spaces">
        {entry.space?.sub_spaces.filter(isUsed).map(({ sub_space_id, sub_space_name, is_default }) => {
          const link = conversationLink({ entity_type, entity_id, sub_space_id }, is_default);
          return (
            <TabLink
              key={sub_space_id}
              {...link}
              activeOptions={{ exact: true, includeSearch: false }}
              activeProps={{ 'aria-current': 'page' }}
              count={unread.get(sub_space_id) ?? 0}
            >
              {sub_space_name}
            </TabLink>
          );
        })}
      </TabNav>
    </div>
  );
}
