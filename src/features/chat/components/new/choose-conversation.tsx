// Choosing where to: one search over everybody and one's own spaces, by keyboard from the first letter on.

import { useQuery } from '@tanstack/react-query';
import { Lock, Search, SearchX } from 'lucide-react';
import { type ReactNode, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { Avatar } from '#src/kit/people/avatar.tsx';
import { type Directory, directoryKey, useDirectory } from '#src/kit/people/directory.ts';
import { TextField } from '#src/kit/ui/controls/text-field.tsx';
import { EmptyState } from '#src/kit/ui/feedback/empty-state.tsx';
import { ErrorCard } from '#src/kit/ui/feedback/error-card.tsx';
import { SkeletonRows } from '#src/kit/ui/feedback/skeleton.tsx';
import { type ActiveOption, useActiveOption } from '#src/kit/ui/hooks/use-active-option.ts';
import { Dialog } from '#src/kit/ui/overlay/dialog.tsx';
import { useClient, useOnline, usePresence } from '#src/realtime/hooks.ts';
import { addressKey } from '../../address.ts';
import { useConversations } from '../../hooks/use-conversations.ts';
import { addressOf, type Target, targetGroups } from './targets.ts';
import './new-conversation.css';

export interface ChooseConversationProps {
  title: string;
  onPick: (target: Target) => void;
  onClose: () => void;
  /** Below the list. */
  foot?: ReactNode;
}

/** A dialog. `onPick` closes it. */
export function ChooseConversation({ title, onPick, onClose, foot }: ChooseConversationProps) {
  return (
    <Dialog open onClose={onClose} title={title} className="ll-to" size="normal">
      <ConversationChoice onPick={onPick} foot={foot} autoFocus />
    </Dialog>
  );
}

export interface ConversationChoiceProps extends Pick<ChooseConversationProps, 'onPick' | 'foot'> {
  /** The field has the focus from the start, and on phones the keyboard is there. */
  autoFocus?: boolean;
}

/** The same, in a page. */
export function ConversationChoice({ onPick, foot, autoFocus = false }: ConversationChoiceProps) {
  const [query, setQuery] = useState('');
  const wanted = useDeferredValue(query);
  const directory = useQuery<Directory>({ queryKey: directoryKey });
  const groups = useTargets(wanted);
  const targets = groups.flatMap((group) => group.targets);
  const keys = targets.map((target) => addressKey(addressOf(target)));
  const pick = (index: number) => {
    const target = targets[index];
    if (target) onPick(target);
  };
  const list = useActiveOption(keys, wanted, pick, wanted !== query);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (autoFocus) field.current?.focus();
  }, [autoFocus]);
  return (
    <div className="ll-to-content">
      <TextField
        {...list.input}
        ref={field}
        label="To"
        labelHidden
        type="search"
        autoComplete="off"
        icon={Search}
        placeholder="A colleague or a space"
        value={query}
        onChange={(event) => setQuery(event.target.value)}
      />
      {directory.isPending ? <SkeletonRows label="colleagues" rows={6} size={36} /> : null}
      {directory.isError && !directory.data ? (
        <ErrorCard onRetry={() => void directory.refetch()} retrying={directory.isFetching} />
      ) : null}
      {directory.data && !targets.length ? (
        <EmptyState
          icon={SearchX}
          level={3}
          title={query ? `Nobody found for “${query}”` : 'Nobody here yet'}
          text={query ? 'Try another spelling, or a part of the name.' : undefined}
        />
      ) : null}
      <Targets groups={groups} list={list} />
      {foot}
    </div>
  );
}

function useTargets(query: string) {
  const people = useDirectory();
  const { entries } = useConversations();
  const { context } = useClient();
  return useMemo(
    () => targetGroups({ entries, people, self_id: context.self, query }),
    [entries, people, context, query],
  );
}

interface TargetsProps {
  groups: ReturnType<typeof targetGroups>;
  list: ActiveOption;
}

function Targets({ groups, list }: TargetsProps) {
  return (
    <div id={list.listId} className="ll-to-list" role="listbox" aria-label="Colleagues and spaces">
      {groups.map(({ label, targets, from, more }) => (
        <div key={label} role="group" aria-label={label}>
          <p className="ll-to-group" aria-hidden="true">
            {label}
          </p>
          {targets.map((target, at) => (
            <div
              key={addressKey(addressOf(target))}
              {...list.option(from + at)}
              aria-selected={from + at === list.active}
              className="ll-to-row"
            >
              <TargetFace target={target} />
              <kbd aria-hidden="true">↵</kbd>
            </div>
          ))}
          {more ? <p className="ll-meta ll-to-rest">{`${more} more: type a name to find them`}</p> : null}
        </div>
      ))}
    </div>
  );
}

/** Picture, name and a line, as the list shows it and whoever was chosen. */
export function TargetFace({ target }: { target: Target }) {
  const { title, within, isPrivate, line } = target;
  return (
    <>
      <Picture target={target} />
      <span className="ll-person-text">
        <span className="ll-person-name ll-to-name">
          {within ? <span className="ll-ellipsis">{within}</span> : null}
          <span className="ll-ellipsis">{within ? title.slice(within.length) : title}</span>
          {isPrivate ? <Lock size={14} strokeWidth={1.9} aria-label="private" /> : null}
        </span>
        {line ? <span className="ll-meta ll-ellipsis">{line}</span> : null}
      </span>
    </>
  );
}

function Picture({ target }: { target: Target }) {
  const presence = usePresence(target.entity_id);
  const online = useOnline();
  const space = target.entity_type === 'space';
  return (
    <Avatar
      name={target.name}
      src={target.image}
      size={36}
      shape={space ? 'square' : 'round'}
      presence={online && target.entity_type === 'employee' ? presence : undefined}
    />
  );
}
