-- What an image shows, in words: found as the names of files are. No message has such words yet, so what is stored and indexed
-- holds as it is, and nothing is written anew. `searchedOf` in the contract says the same.
CREATE OR REPLACE FUNCTION searched(given text, attachments jsonb) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  IF attachments IS NULL THEN RETURN given; END IF;
  RETURN concat_ws(' · ', nullif(given, ''),
    (SELECT string_agg(concat_ws(' · ', file->>'name', nullif(file->>'alt', '')), ' · ' ORDER BY at)
      FROM jsonb_array_elements(attachments) WITH ORDINALITY AS files (file, at)));
END $$;
