-- Seen by: how far people have shown to have read, and who does not show it.

ALTER TABLE conversation_member
  -- Grows only while the person shows what they have seen, by reading and by writing. It has no index: each reading would write it,
  -- and a list of who has seen a message reads the members of one conversation, which stand together in the primary key.
  -- Stored first as an expression: so the rows that are there get their value whoever may see them.
  ADD COLUMN shown_seq integer NOT NULL GENERATED ALWAYS AS (greatest(read_seq, seen_seq)) STORED,
  -- What stood there when the person came in: that counts as read, not as seen. 0 for who has been in it since before this column.
  ADD COLUMN joined_seq integer NOT NULL DEFAULT 0;
ALTER TABLE conversation_member ALTER COLUMN shown_seq DROP EXPRESSION;
ALTER TABLE conversation_member ALTER COLUMN shown_seq SET DEFAULT 0;

-- Who shows nobody what they have seen, and is shown it by nobody.
CREATE TABLE seen_hidden (
  company_id uuid NOT NULL,
  employee_id uuid NOT NULL,
  PRIMARY KEY (company_id, employee_id),
  FOREIGN KEY (company_id, employee_id) REFERENCES employee (company_id, employee_id)
);
SELECT isolate_company('seen_hidden');
