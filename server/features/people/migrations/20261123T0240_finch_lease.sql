-- What was fetched by a key belongs to that key: who began to fetch ends it by a lease that nobody else has, and what was being fetched
-- when the key went is never begun again under its old id.

ALTER TABLE finch_connection ADD COLUMN fetch_lease uuid;

CREATE TABLE finch_dropped (
  company_id uuid NOT NULL,
  import_id uuid NOT NULL,
  dropped_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, import_id)
);
SELECT isolate_company('finch_dropped');
