-- Attachments: what stands in the message, and by which a file is found to be in it.

-- As on the wire; null where there are none, and once the message is deleted.
ALTER TABLE message ADD COLUMN attachments jsonb;

-- Whoever reads the message reads its files. A file is in several where its message was forwarded.
CREATE TABLE message_file (
  company_id uuid NOT NULL,
  conversation_id uuid NOT NULL,
  seq integer NOT NULL,
  file_id uuid NOT NULL,
  PRIMARY KEY (company_id, conversation_id, seq, file_id),
  FOREIGN KEY (company_id, conversation_id, seq) REFERENCES message (company_id, conversation_id, seq),
  FOREIGN KEY (company_id, file_id) REFERENCES file (company_id, file_id)
);
SELECT isolate_company('message_file');
CREATE INDEX message_file_file ON message_file (company_id, file_id);
