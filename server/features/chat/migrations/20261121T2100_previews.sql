-- Previews of links: what stands in the message, what is still to be looked at, and what the company has found already.

ALTER TABLE message
  -- As on the wire; null where there are none, and once the message is deleted.
  ADD COLUMN previews jsonb,
  -- Links whose pages its sender does not want to be shown.
  ADD COLUMN unwanted_previews text[];

-- Messages whose links are to be looked at: written with the message, taken away when that is done.
CREATE TABLE preview_job (
  company_id uuid NOT NULL,
  message_id uuid NOT NULL,
  -- Raised by each edit: what was asked for meanwhile is not done with what was found before.
  asked integer NOT NULL DEFAULT 1,
  attempts integer NOT NULL DEFAULT 0,
  -- While somebody is at it: when somebody else may take it up.
  due_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (company_id, message_id),
  FOREIGN KEY (company_id, message_id) REFERENCES message (company_id, message_id)
);
SELECT isolate_company('preview_job');
SELECT allow_system('preview_job');
CREATE INDEX preview_job_due ON preview_job (due_at);

-- What a page said of itself, by the SHA-256 of its address: whether there is one at all is nobody else's to learn.
CREATE TABLE link_page (
  company_id uuid NOT NULL,
  digest bytea NOT NULL,
  -- Null: there was nothing to be had.
  page jsonb,
  -- Of nothing: it may be different in a while.
  passing boolean NOT NULL,
  kept_until timestamptz NOT NULL,
  PRIMARY KEY (company_id, digest)
);
SELECT isolate_company('link_page');
SELECT allow_system('link_page');
CREATE INDEX link_page_age ON link_page (kept_until);
