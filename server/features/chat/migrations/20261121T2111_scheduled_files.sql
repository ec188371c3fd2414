-- Messages that wait for their time may have files.

-- As on the wire; null where there are none.
ALTER TABLE scheduled_message ADD COLUMN attachments jsonb;

-- By which a file is found to be wanted still.
CREATE TABLE scheduled_file (
  company_id uuid NOT NULL,
  message_id uuid NOT NULL,
  file_id uuid NOT NULL,
  PRIMARY KEY (company_id, message_id, file_id),
  FOREIGN KEY (company_id, message_id) REFERENCES scheduled_message (company_id, message_id) ON DELETE CASCADE,
  FOREIGN KEY (company_id, file_id) REFERENCES file (company_id, file_id)
);
SELECT isolate_company('scheduled_file');
CREATE INDEX scheduled_file_file ON scheduled_file (company_id, file_id);
