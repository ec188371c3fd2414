// The messages that wait for their time: when, where, what, and what can be done with each.
import { Link } from '@tanstack/react-router';
import { CalendarClock, CircleAlert, Paperclip, Pencil, SendHorizontal, Trash2 } from 'lucide-react';
import { type MouseEvent, useState } from 'react';
import { labelOf } from '#contract/chat/attachment.ts';
import { plainText } from '#contract/rich-text.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { EmptyState } from '#src/kit/ui/feedback/empty-state.tsx';
import { ErrorCard } from '#src/kit/ui/feedback/error-card.tsx';
import { SkeletonRows } from '#src/kit/ui/feedback/skeleton.tsx';
import { showToast } from '#src/kit/ui/feedback/toast-store.ts';
import { dateAndTime } from '#src/kit/ui/format/dates.ts';
import { useNow } from '#src/kit/ui/hooks/use-now.ts';
import { useClient, useOffline } from '#src/realtime/hooks.ts';
import { messageErrorText } from '../../messages.ts';
import { focusBeside, LaterPage } from '../later-page.tsx';
import { type Names, placeLink, placeName } from '../places.ts';
import { useNames } from '../use-names.ts';
import { reschedule, sendNow, unschedule } from './scheduling.ts';
import { EditScheduled } from './time-dialog.tsx';
import { timeText, zoneName } from './times.ts';
import { type ShownScheduled, useScheduled } from './use-scheduled.ts';

export function ScheduledList() {
  const { items, failed, missing, fetching, retry } = useScheduled();
  const offline = useOffline();
  const names = useNames();
  const [editing, setEditing] = useState<ShownScheduled>();
  const client = useClient();
  return (
    <LaterPage title="Scheduled">
      {!items && !failed && !offline ? <SkeletonRows label="scheduled messages" rows={3} size={40} /> : null}
      {missing ? <p className="ll-meta">What is scheduled elsewhere is not on this device yet.</p> : null}
      {failed && !offline ? <ErrorCard onRetry={retry} retrying={fetching} /> : null}
      {items && !items.length && !missing ? (
        <EmptyState
          icon={CalendarClock}
          title="Nothing scheduled"
          text="Beside the send button is “Schedule message”: it is sent at the time you choose, even if you are not here."
        />
      ) : null}
      {items?.length ? <p className="ll-meta">{`Times by the clock of ${zoneName()}`}</p> : null}
      <ul className="ll-later-list">
        {items?.map((shown) => (
          <ScheduledRow
            key={shown.refused_id ?? shown.item.message_id}
            shown={shown}
            names={names}
            offline={offline}
            onEdit={() => setEditing(shown)}
          />
        ))}
      </ul>
      {editing ? (
        <EditScheduled
          at={editing.item.due_at}
          body={editing.item.body}
          address={editing.item.address}
          files={editing.item.attachments?.length ?? 0}
          anew={editing.refused_id !== null || editing.item.error_code !== null}
          onSave={(body, due_at) => {
            setEditing(undefined);
            void reschedule(client, editing.item, body, due_at);
          }}
          onClose={() => setEditing(undefined)}
        />
      ) : null}
    </LaterPage>
  );
}

const whatFailed = ({ refused_id, item }: ShownScheduled): string =>
  refused_id === null ? 'Not sent' : refused_id === item.message_id ? 'Not scheduled' : 'Not changed';

interface RowProps {
  shown: ShownScheduled;
  names: Names;
  offline: boolean;
  onEdit: () => void;
}

function ScheduledRow({ shown, names, offline, onEdit }: RowProps) {
  const client = useClient();
  const now = useNow();
  const { item, error_code, refused_id, sending, there } = shown;
  const words = plainText(item.body);
  // What waits may be from before there were any.
  const files = item.attachments ?? [];
  const away = (event: MouseEvent<HTMLElement>) => focusBeside(event.currentTarget.closest('li'));
  const remove = async (event: MouseEvent<HTMLElement>) => {
    away(event);
    const undo = await unschedule(client, item);
    showToast({ text: 'Scheduled message deleted', action: { label: 'Undo', run: undo } });
  };
  const discard = (event: MouseEvent<HTMLElement>) => {
    away(event);
    if (refused_id) void client.outbox.discard(refused_id);
  };
  const send = (event: MouseEvent<HTMLElement>) => {
    if (!offline) away(event);
    void sendNow(client, item);
  };
  return (
    <li className="ll-later-item ll-scheduled">
      <div className="ll-later-main">
        <span className="ll-later-top">
          <time className="ll-later-name" dateTime={item.due_at} title={dateAndTime(item.due_at)}>
            {timeText(item.due_at, now)}
          </time>
        </span>
        {words ? <span className="ll-later-text">{words}</span> : null}
        {files.length ? (
          <span className="ll-meta ll-scheduled-files">
            <Paperclip size={14} strokeWidth={1.9} aria-hidden="true" />
            <span>{files.map((file) => (file.waveform ? labelOf([file]) : file.name)).join(', ')}</span>
          </span>
        ) : null}
        <Link {...placeLink(item.address)} className="ll-meta ll-ellipsis ll-scheduled-place">
          {`To ${placeName(item.address, names)}`}
        </Link>
        {error_code ? (
          <p className="ll-scheduled-failed" role="alert">
            <CircleAlert size={16} strokeWidth={1.9} aria-hidden="true" />
            {`${whatFailed(shown)}. ${messageErrorText(error_code)}`}
          </p>
        ) : null}
        {sending ? <p className="ll-meta">{offline ? 'It is sent once you’re online.' : 'It is being sent.'}</p> : null}
        {there && !sending ? (
          <div className="ll-scheduled-tools">
            <Button kind="soft" size="small" icon={Pencil} onClick={onEdit}>
              Edit
            </Button>
            <Button kind="soft" size="small" icon={SendHorizontal} onClick={send}>
              Send now
            </Button>
            <Button kind="ghost" size="small" icon={Trash2} onClick={(event) => void remove(event)}>
              Delete
            </Button>
          </div>
        ) : null}
        {there ? null : (
          <div className="ll-scheduled-tools">
            <Button kind="soft" size="small" onClick={discard}>
              Discard
            </Button>
          </div>
        )}
      </div>
    </li>
  );
}
