-- Files are found by their names, and messages by having some.

-- What is searched of a message: its text, and the names of its files. `searchedOf` in the contract says the same.
CREATE FUNCTION searched(given text, attachments jsonb) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  IF attachments IS NULL THEN RETURN given; END IF;
  RETURN concat_ws(' · ', nullif(given, ''), (SELECT string_agg(file->>'name', ' · ' ORDER BY at)
    FROM jsonb_array_elements(attachments) WITH ORDINALITY AS files (file, at)));
END $$;

-- Besides the words of that: `@file`, and `@image` for what is shown as one.
CREATE FUNCTION search_words(company_id uuid, given text, body jsonb, sender_id uuid, at timestamptz, attachments jsonb)
RETURNS tsvector LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  IF attachments IS NULL THEN RETURN search_words(company_id, given, body, sender_id, at); END IF;
  RETURN search_words(company_id, searched(given, attachments), body, sender_id, at) || array_to_tsvector(ARRAY['@file']
    || CASE WHEN jsonb_path_exists(attachments, '$[*] ? (@.mime_type like_regex "^image/(png|jpeg|gif|webp|avif)$")')
      THEN ARRAY['@image'] END);
END $$;

-- Of the parent, which is always empty; `message` has the column and takes the expression over.
ALTER TABLE message_found ADD COLUMN attachments jsonb;
ALTER TABLE message_found ALTER COLUMN words
  SET EXPRESSION AS (search_words(company_id, text, body, sender_id, created_at, attachments));
