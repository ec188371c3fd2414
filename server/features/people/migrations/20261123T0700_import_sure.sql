-- Who is missing from a file is settled when it is checked: an import that runs later only ever leaves some of them out.

ALTER TABLE people_import ADD COLUMN missing uuid[] NOT NULL DEFAULT '{}';
-- When the account was switched the last time, or somebody said again what it is: what an import has switched off it only
-- switches on again where nobody has done that since.
ALTER TABLE employee ADD COLUMN switched_at timestamptz;
