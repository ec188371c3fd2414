-- In whose name an import goes on: whoever had it run or undone, not who had the file checked. And which way it was going, for one that
-- stopped. Computed while the columns are rewritten, because row-level security hides every row from an UPDATE here.

ALTER TABLE people_import ADD COLUMN acting_by uuid, ADD COLUMN direction text NOT NULL DEFAULT 'run' CHECK (direction IN ('run', 'undo'));
ALTER TABLE people_import ALTER COLUMN acting_by TYPE uuid USING created_by,
  ALTER COLUMN direction TYPE text USING CASE WHEN status IN ('undoing', 'undone') THEN 'undo' ELSE 'run' END;
ALTER TABLE people_import ALTER COLUMN acting_by SET NOT NULL;
