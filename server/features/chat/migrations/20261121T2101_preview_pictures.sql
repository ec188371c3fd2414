-- Pictures of previews: with the page that was found, and as files of the messages that show it.

ALTER TABLE link_page
  -- A small WebP; null where the page has none.
  ADD COLUMN picture bytea,
  ADD COLUMN picture_width integer,
  ADD COLUMN picture_height integer;

-- Read by whoever reads the message and gone with it, but nothing that was attached to it.
ALTER TABLE message_file ADD COLUMN is_preview boolean NOT NULL DEFAULT false;
