-- People out of the company's HR system by Finch: the access key of that connection, and imports that were read from no file.

CREATE TABLE finch_connection (
  company_id uuid NOT NULL,
  -- Sealed for the company: what opens it is not in the database.
  sealed_key bytea NOT NULL,
  -- Its last four characters.
  key_end text NOT NULL,
  set_by uuid NOT NULL,
  set_at timestamptz NOT NULL DEFAULT now(),
  -- The import that people are fetched for, or were last; one at a time. Whatever became of a server, it is over by then.
  fetch_id uuid,
  fetch_until timestamptz,
  -- The code of why nothing came of it.
  fetch_failed text,
  PRIMARY KEY (company_id),
  FOREIGN KEY (company_id, set_by) REFERENCES employee (company_id, employee_id)
);
SELECT isolate_company('finch_connection');

ALTER TABLE people_import ALTER COLUMN file_id DROP NOT NULL,
  ADD COLUMN source text NOT NULL DEFAULT 'file' CHECK (source IN ('file', 'finch'));
