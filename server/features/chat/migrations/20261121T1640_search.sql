-- Search: the words of each message, and the way past which row-level security lets the index be used.

-- Words as they are compared, with one blank between them: case, accents and apostrophes gone, scripts that are written
-- without blanks a character at a time. contract/search-words.ts says the same; a test compares the two.
CREATE FUNCTION search_fold(given text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT RETURN
  regexp_replace(regexp_replace(regexp_replace(regexp_replace(
    translate(replace(replace(replace(replace(lower(normalize(given, NFKD) COLLATE pg_c_utf8),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'øđðłħıς', 'oddlhiσ'),
    '[\u0300-\u036f''\u2019\u02bc`\u00b4]+', '', 'g'),
    '([\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff])', ' \1 ', 'g'),
    '(?:[^a-z0-9\u00c0-\U0010ffff]|[\u00d7\u00f7\u2000-\u206f\u20a0-\u2bff\u2e00-\u2e7f\u3000-\u303f\ufe00-\ufe6f\U0001f000-\U0001faff])+', ' ', 'g'),
    '(\S{60})\S+', '\1', 'g');

-- Besides the words: `^` and the first two and three letters of each, so that the beginning of a common word is one look-up;
-- `@` and what is filtered by: the company, the day, 32 days, the sender, a link. Null once the message is deleted.
CREATE FUNCTION search_words(company_id uuid, given text, body jsonb, sender_id uuid, at timestamptz) RETURNS tsvector
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
DECLARE
  folded text := btrim(search_fold(given));
  day integer := floor(extract(epoch FROM at AT TIME ZONE 'UTC') / 86400);
  linked boolean := given ~ 'https?://' OR jsonb_path_exists(body, '$.**.marks[*] ? (@.type == "link")');
BEGIN
  RETURN array_to_tsvector(
    array_remove(array_remove(string_to_array(folded || regexp_replace(' ' || folded, ' (?:(\S{2})(\S)\S*|(\S{2})|\S?)', ' ^\1 ^\1\2 ^\3', 'g'), ' '), '^'), '')
    || ARRAY['@c' || company_id, '@d' || day, '@m' || day / 32, '@f' || sender_id] || CASE WHEN linked THEN ARRAY['@link'] END);
END $$;

ALTER TABLE message ADD COLUMN words tsvector
  GENERATED ALWAYS AS (search_words(company_id, text, body, sender_id, created_at)) STORED;
-- A short list of what is not sorted in yet: every search looks through it, and a send that sorts it in waits for that.
CREATE INDEX message_words ON message USING gin (words) WITH (gin_pending_list_limit = 256);

-- What a search looks for, set in its transaction.
CREATE FUNCTION app_search() RETURNS tsquery LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT nullif(current_setting('app.search', true), '')::tsquery $$;

-- `message`, seen through what is searched. PostgreSQL asks an index only after row-level security has had its say, unless the
-- question cannot leak, and `@@` it does not trust: so the question is a policy itself. Policies are those of the table that
-- is named, and a table that inherits is read through its parent: this one is always empty, and shows the rows of `message`
-- that the company has and the search finds.
CREATE TABLE message_found (
  company_id uuid NOT NULL,
  conversation_id uuid NOT NULL,
  seq integer NOT NULL,
  message_id uuid NOT NULL,
  sender_id uuid NOT NULL,
  body jsonb,
  text text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  words tsvector GENERATED ALWAYS AS (search_words(company_id, text, body, sender_id, created_at)) STORED,
  PRIMARY KEY (company_id, conversation_id, seq)
);
SELECT isolate_company('message_found', 'SELECT');
CREATE POLICY found ON message_found AS RESTRICTIVE FOR SELECT
  USING (company_id = app_company() AND words @@ app_search());
ALTER TABLE message INHERIT message_found;
