// How somebody who is erased is called inside of documents that others wrote, in SQL: `$2` is their id.

/** What messages of others call them from then on. */
export const FORMER = 'Former employee';

/** The column, a document as jsonb, with the other name. jsonb writes the keys of a mention in this order, whoever wrote them. */
export const relabelled = (column: string): string => `regexp_replace(${column}::text,
  '("id": "' || $2::text || '", "kind": "employee", "label": )"(?:[^"\\\\]|\\\\.)*"', '\\1"${FORMER}"', 'g')`;

/** True where the document calls them. */
export const calls = (column: string): string =>
  `${column}::text LIKE '%"id": "' || $2::text || '", "kind": "employee"%'`;
