-- Imports of people: what was judged of each row of a spreadsheet, and what became of it.

CREATE TABLE people_import (
  company_id uuid NOT NULL,
  import_id uuid NOT NULL,
  created_by uuid NOT NULL,
  file_id uuid NOT NULL,
  file_name text NOT NULL,
  status text NOT NULL CHECK (status IN ('columns', 'checked', 'running', 'done', 'stopped', 'undoing', 'undone')),
  -- [{heading, sample, field}] in the order of the file.
  columns jsonb NOT NULL,
  -- How days like 03/04/2026 are meant; null if no row says it.
  day_first boolean,
  send_invitations boolean NOT NULL DEFAULT false,
  -- How many rows were judged how; the sum of what was handled stands in the rows.
  counts jsonb NOT NULL,
  -- How often in a row a part of it failed.
  attempts integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  started_at timestamptz,
  PRIMARY KEY (company_id, import_id)
);
SELECT isolate_company('people_import');
-- The job looks what is to go on.
SELECT allow_system('people_import');
CREATE INDEX people_import_going ON people_import (status) WHERE status IN ('running', 'undoing');

CREATE TABLE people_import_row (
  company_id uuid NOT NULL,
  import_id uuid NOT NULL,
  -- Its number in the file.
  row_number integer NOT NULL,
  -- Managers before their reports.
  place integer NOT NULL,
  -- As they stand in the file.
  cells text[] NOT NULL,
  name text NOT NULL,
  work_email text NOT NULL,
  verdict text NOT NULL CHECK (verdict IN ('create', 'change', 'same', 'problem')),
  fields text[] NOT NULL,
  problems jsonb NOT NULL,
  -- Whom it is about; of somebody new the id that they are to have.
  employee_id uuid,
  outcome text CHECK (outcome IN ('done', 'refused', 'undone', 'kept')),
  -- What became of it when it was its turn: the judgement may have changed since.
  made boolean NOT NULL DEFAULT false,
  -- Of the fields that changed: what stood there, and what was put there.
  before jsonb,
  after jsonb,
  PRIMARY KEY (company_id, import_id, row_number),
  FOREIGN KEY (company_id, import_id) REFERENCES people_import (company_id, import_id) ON DELETE CASCADE
);
SELECT isolate_company('people_import_row');
CREATE INDEX people_import_row_place ON people_import_row (company_id, import_id, place);
