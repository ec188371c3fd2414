// Beside the send button: sends what stands in the composer later.
import { CalendarClock } from 'lucide-react';
import { type RefObject, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { attachmentLimits } from '#contract/chat/attachment.ts';
import type { Address } from '#contract/chat.ts';
import { isBlank } from '#contract/rich-text.ts';
import { useCompanySetting } from '#src/kit/company/settings.ts';
import type { ComposerHandle } from '#src/kit/editor/types.ts';
import { showToast } from '#src/kit/ui/feedback/toast-store.ts';
import { Menu } from '#src/kit/ui/overlay/menu.tsx';
import { useClient } from '#src/realtime/hooks.ts';
import { addressKey } from '../../address.ts';
import { type Chosen, TOO_MANY } from '../../message-parts/attaching/chosen.ts';
import { inTray, isLeft, putInto } from '../../message-parts/attaching/trays.ts';
import { schedule } from './scheduling.ts';
import { ScheduleDialog } from './time-dialog.tsx';
import { suggestions, timeText, zoneName } from './times.ts';
import { useWritingPart } from './use-writing-part.ts';
import './schedule-menu.css';

export interface ScheduleMenuProps {
  address: Address;
  composer: RefObject<ComposerHandle | null>;
  /** The message that is being answered. */
  reply_to: string | undefined;
  /** Files are on their way into the tray: all that it will hold then. */
  coming: Promise<readonly Chosen[]> | undefined;
  onScheduled: () => void;
}

const quietLine = async () => (await import('../quiet/quiet-line.tsx')).QuietLine;
const NO_ROOM = 'This device has no room left: keep Limelight open until it is on its way.';
/** Where there are few to read it. */
const asked: readonly string[] = ['employee', 'group'] satisfies Address['entity_type'][];

export function ScheduleMenu({ address, composer, reply_to, coming, onScheduled }: ScheduleMenuProps) {
  const client = useClient();
  const week = useCompanySetting('work_week');
  /** The time to begin with. */
  const [asking, setAsking] = useState<number>();
  const root = useRef<HTMLDivElement>(null);
  const quiet = useWritingPart(root, asked.includes(address.entity_type) ? quietLine : undefined);
  const put = async (due_at: string) => {
    setAsking(undefined);
    const key = addressKey(address);
    if (inTray(key).length > attachmentLimits.files) return showToast({ text: TOO_MANY });
    const chosen = inTray(key);
    const result = await composer.current?.submit(async (doc) => {
      // As with sending: what is chosen goes along, also what is not ready yet; what is chosen later waits for the next one.
      const files = ((await coming) ?? chosen).filter(isLeft);
      if (!files.length && isBlank(doc)) return;
      const saved = await schedule(client, address, doc, due_at, { reply_to, chosen: files });
      // Here: one that waited behind another message is told of by nobody else.
      putInto(key, inTray(key).filter(isLeft));
      if (reply_to) onScheduled();
      showToast({ text: saved ? `Scheduled: ${timeText(due_at, Date.now())}` : NO_ROOM });
    });
    if (result === 'blank') showToast({ text: 'Write the message first, then choose when it is sent.' });
  };
  const groups = async () => {
    const now = new Date();
    return [
      {
        label: `Schedule message · ${zoneName()}`,
        items: [
          ...suggestions(now, week).map(({ at }) => ({
            label: timeText(at, now.valueOf()),
            onSelect: () => void put(at.toISOString()),
          })),
          { label: 'Choose date and time…', onSelect: () => setAsking(suggestions(now, week)[0]?.at.valueOf()) },
        ],
      },
    ];
  };
  return (
    <div ref={root} className="ll-schedule">
      {quiet
        ? createPortal(<quiet.Part address={address} onSendAt={(due_at) => void put(due_at)} />, quiet.place)
        : null}
      <Menu label="Schedule message" groups={groups} align="end">
        {(trigger) => (
          <button
            type="button"
            className="ll-schedule-trigger"
            data-tip="Schedule message"
            aria-label="Schedule message"
            {...trigger}
          >
            <CalendarClock size={20} strokeWidth={1.9} aria-hidden="true" />
            <span aria-hidden="true">Schedule message</span>
          </button>
        )}
      </Menu>
      {asking === undefined ? null : (
        <ScheduleDialog at={asking} onPick={(due_at) => void put(due_at)} onClose={() => setAsking(undefined)} />
      )}
    </div>
  );
}
