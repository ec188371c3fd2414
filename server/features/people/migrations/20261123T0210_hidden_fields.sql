-- When somebody works, by the clock of their own time zone, and what of their profile they keep from colleagues.

ALTER TABLE employee ADD COLUMN working_hours jsonb, ADD COLUMN hidden_fields text[] NOT NULL DEFAULT '{}';
ALTER TABLE leaver ADD COLUMN working_hours jsonb, ADD COLUMN hidden_fields text[] NOT NULL DEFAULT '{}';
-- Until now no colleague saw a birthday: of those whose birth date is known already none is shown before they say so. Computed while
-- the columns are rewritten, because row-level security hides every row from an UPDATE here.
ALTER TABLE employee ALTER COLUMN hidden_fields TYPE text[]
  USING CASE WHEN birth_date IS NULL THEN hidden_fields ELSE ARRAY['birth_date'] END;
ALTER TABLE leaver ALTER COLUMN hidden_fields TYPE text[]
  USING CASE WHEN birth_date IS NULL THEN hidden_fields ELSE ARRAY['birth_date'] END;
