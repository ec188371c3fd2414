// Past events and stored answers repeat what a message said as plain text, where lists and quotes show it: there no mention says
// whose name it is, but the message does.
import { previewOf } from '#contract/chat.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { calls } from '../../../platform/db/privacy/relabel.ts';
import { NIL, type Step, walk } from '../../../platform/db/privacy/walk.ts';

/** By id, what messages that call somebody say by now; nothing if they are deleted. */
type Texts = Readonly<Record<string, string>>;

interface Repeating {
  readonly key: readonly unknown[];
  readonly document: unknown;
  readonly texts: Texts;
}

// A name that somebody was called by follows an @. One that was edited away stands in an earlier body.
const repeats = (table: string, key: readonly string[], document: string, of: string, range: string): string =>
  `SELECT jsonb_build_array(${key.map((column) => `d.${column}`).join(', ')}) AS key, d.document, q.texts
  FROM (SELECT ${key.join(', ')}, ${document} AS document FROM ${table}
    WHERE ${range} AND ${of} LIKE 'chat.%' AND ${document}::text LIKE '%@%') d
  CROSS JOIN LATERAL (SELECT jsonb_object_agg(m.message_id, m.text) AS texts
    FROM jsonb_path_query(d.document, '$.** ? (exists(@.text)).message_id') AS p (id)
    JOIN message m ON m.company_id = $1 AND m.message_id = (p.id #>> '{}')::uuid
    WHERE m.body IS NULL OR ${calls('m.body')} OR EXISTS (SELECT 1 FROM message_edit x WHERE x.company_id = $1
      AND x.conversation_id = m.conversation_id AND x.seq = m.seq AND ${calls('x.body')})) q
  WHERE q.texts IS NOT NULL`;

const RETELL = `UPDATE event e SET payload = t.document::jsonb FROM unnest($2::text[], $3::integer[], $4::text[])
  AS t (topic, revision, document) WHERE e.company_id = $1 AND e.topic = t.topic AND e.revision = t.revision`;
const REANSWER = `UPDATE idempotency_key i SET answer = t.document::jsonb FROM unnest($2::uuid[], $3::uuid[], $4::text[])
  AS t (employee_id, key, document) WHERE i.company_id = $1 AND i.employee_id = t.employee_id AND i.key = t.key`;

const rewrite = (statement: string) => async (tx: Tx, found: object[]) => {
  const rows = found as Repeating[];
  const keys = [0, 1].map((at) => rows.map(({ key }) => key[at]));
  await tx.query(statement, [tx.company_id, ...keys, rows.map(({ document, texts }) => retold(document, texts))]);
};

/** The document as JSON, with what its messages say by now. */
function retold(document: unknown, texts: Texts): string {
  return JSON.stringify(document, (_, value: unknown) => {
    if (typeof value !== 'object' || value === null) return value;
    const { message_id, text, conversations } = value as Record<string, unknown>;
    const said = typeof message_id === 'string' && typeof text === 'string' ? texts[message_id] : undefined;
    if (said !== undefined) return { ...value, text: previewOf(said) };
    return Array.isArray(conversations) && 'latest_message' in value ? latestOf(value, conversations, texts) : value;
  });
}

/** An entry of a list says once more what the latest message of one of its conversations says. */
function latestOf(entry: { latest_message: unknown }, conversations: readonly unknown[], texts: Texts): object {
  const shown = conversations.map((one) => (one as { latest?: { message_id: string; text: string } | null }).latest);
  const latest = shown.find((one) => one && one.text === entry.latest_message && one.message_id in texts);
  return latest ? { ...entry, latest_message: previewOf(texts[latest.message_id] ?? '') } : entry;
}

/** What repeats the name of somebody who is erased, batch by batch, once the messages themselves say another. */
export const requoting: readonly Step[] = [
  walk({
    table: 'event',
    key: [
      ['topic', 'text', ''],
      ['revision', 'integer', -1],
    ],
    changes: (range) => [repeats('event', ['topic', 'revision'], 'payload', 'name', range)],
    onChanged: rewrite(RETELL),
  }),
  walk({
    table: 'idempotency_key',
    key: [
      ['employee_id', 'uuid', NIL],
      ['key', 'uuid', NIL],
    ],
    changes: (range) => [repeats('idempotency_key', ['employee_id', 'key'], 'answer', 'endpoint', range)],
    onChanged: rewrite(REANSWER),
  }),
];
