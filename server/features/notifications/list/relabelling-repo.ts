// Past events repeat what a message said, as plain text: there no mention says whose name it is, but the message does.
import { labelOf } from '#contract/chat/attachment.ts';
import { previewOf } from '#contract/chat.ts';
import { notified } from '#contract/notifications.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { calls } from '../../../platform/db/privacy/relabel.ts';
import { type Step, walk } from '../../../platform/db/privacy/walk.ts';
import type { EntryRow } from './list-repo.ts';

interface Repeating extends Pick<EntryRow, 'text' | 'attachments'> {
  readonly topic: string;
  readonly revision: number;
}

// By the path, since an entry of the list may be gone by now. A name that somebody was called by follows an @. One that was edited
// away stands in an earlier body.
const repeats = (range: string): string => `SELECT d.topic, d.revision, left(m.text, 200) AS text, m.attachments
  FROM (SELECT topic, revision, substring(payload->'notification'->>'path' FROM 'message=([0-9a-f-]{36})')::uuid AS message_id
    FROM event WHERE ${range} AND name = '${notified.name}' AND payload->'notification'->>'text' LIKE '%@%') d
  JOIN message m ON m.company_id = $1 AND m.message_id = d.message_id
  WHERE m.body IS NULL OR ${calls('m.body')} OR EXISTS (SELECT 1 FROM message_edit x WHERE x.company_id = $1
    AND x.conversation_id = m.conversation_id AND x.seq = m.seq AND ${calls('x.body')})`;

const RETELL = `UPDATE event e SET payload = jsonb_set(e.payload, '{notification,text}', to_jsonb(t.text))
  FROM unnest($2::text[], $3::integer[], $4::text[]) AS t (topic, revision, text)
  WHERE e.company_id = $1 AND e.topic = t.topic AND e.revision = t.revision`;

/** What the lists of others were told says what its messages say by now: once those call somebody who is erased by another name. */
export const relabelling: readonly Step[] = [
  walk({
    table: 'event',
    key: [
      ['topic', 'text', ''],
      ['revision', 'integer', -1],
    ],
    changes: (range) => [repeats(range)],
    onChanged: async (tx: Tx, found) => {
      const rows = found as Repeating[];
      const texts = rows.map(({ text, attachments }) => previewOf(text ?? '') || labelOf(attachments));
      await tx.query(RETELL, [tx.company_id, rows.map((row) => row.topic), rows.map((row) => row.revision), texts]);
    },
  }),
];
