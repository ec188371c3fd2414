-- Departments that a file names and that are not there are asked about once each; and the rows are judged anew by what was answered, so a
-- row keeps what was wrong with it before it was judged.

ALTER TABLE people_import ADD COLUMN departments jsonb NOT NULL DEFAULT '[]';
ALTER TABLE people_import_row ADD COLUMN flaw jsonb;
