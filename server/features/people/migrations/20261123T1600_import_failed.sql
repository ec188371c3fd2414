-- Why an import has given up, and when, for whoever runs the server; the same of fetching from Finch.

ALTER TABLE people_import ADD COLUMN error_code text, ADD COLUMN stopped_at timestamptz;
CREATE INDEX people_import_stopped ON people_import (stopped_at) WHERE stopped_at IS NOT NULL;

ALTER TABLE finch_connection ADD COLUMN fetch_failed_at timestamptz;
UPDATE finch_connection SET fetch_failed_at = now() WHERE fetch_failed IS NOT NULL;
SELECT allow_system('finch_connection');
