-- Skills folded by finding/fold.ts, apart from search_text: who hides them is not found by them. What is there already is folded here as
-- far as SQL can, while the columns are rewritten, because row-level security hides every row from an UPDATE.

ALTER TABLE employee ADD COLUMN skills_text text COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE leaver ADD COLUMN skills_text text COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE employee ALTER COLUMN skills_text TYPE text COLLATE "C"
  USING regexp_replace(normalize(lower(array_to_string(skills, ' ')), NFKD), '[\u0300-\u036f''’]', '', 'g');
ALTER TABLE leaver ALTER COLUMN skills_text TYPE text COLLATE "C"
  USING regexp_replace(normalize(lower(array_to_string(skills, ' ')), NFKD), '[\u0300-\u036f''’]', '', 'g');
