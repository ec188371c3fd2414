-- Skills folded by finding/fold.ts, apart from search_text: who hides them is not found by them. What is there already is folded here as
-- far as SQL can (a test compares the two), while the columns are rewritten, because row-level security hides every row from an UPDATE.

CREATE FUNCTION skills_fold(given text[]) RETURNS text LANGUAGE sql IMMUTABLE RETURN
  btrim(regexp_replace(regexp_replace(
    translate(replace(replace(replace(replace(lower(normalize(array_to_string(given, ' '), NFKD) COLLATE pg_c_utf8),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'øđðłħı', 'oddlhi'),
    '[\u0300-\u036f''\u2019\u02bc`\u00b4]+', '', 'g'),
    '\s+', ' ', 'g'));

ALTER TABLE employee ADD COLUMN skills_text text COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE leaver ADD COLUMN skills_text text COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE employee ALTER COLUMN skills_text TYPE text COLLATE "C" USING skills_fold(skills);
ALTER TABLE leaver ALTER COLUMN skills_text TYPE text COLLATE "C" USING skills_fold(skills);

DROP FUNCTION skills_fold(text[]);
