-- Files: a row from the moment somebody was given a form to upload it.

CREATE TABLE file (
  company_id uuid NOT NULL,
  -- Random: who knows it may read a public file.
  file_id uuid NOT NULL,
  -- Where the store has it.
  key text COLLATE "C" NOT NULL,
  folder text NOT NULL,
  name text NOT NULL,
  mime_type text NOT NULL,
  max_size integer NOT NULL CHECK (max_size > 0),
  is_private boolean NOT NULL,
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Known once it has arrived.
  arrived_at timestamptz,
  size integer,
  width integer,
  height integer,
  -- When it was last seen to be in use.
  used_at timestamptz NOT NULL DEFAULT now(),
  -- Nobody sees it any more; the store has yet to let go of it.
  removed_at timestamptz,
  PRIMARY KEY (company_id, file_id),
  CONSTRAINT file_key UNIQUE (company_id, key),
  FOREIGN KEY (company_id, created_by) REFERENCES employee (company_id, employee_id),
  CHECK ((arrived_at IS NULL) = (size IS NULL))
);
SELECT isolate_company('file');
-- What was never uploaded, or is in use nowhere, is swept away in all companies.
SELECT allow_system('file');
CREATE INDEX file_in_use ON file (used_at);
CREATE INDEX file_removed ON file (removed_at) WHERE removed_at IS NOT NULL;
