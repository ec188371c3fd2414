-- Previews of images: smaller pictures without what cameras write beside them, kept beside the file.

ALTER TABLE file
  -- Bytes; 0 where there is none, null while nobody has tried.
  ADD COLUMN preview_size integer,
  -- How often it was begun and not ended: what brings the server down is not tried for ever.
  ADD COLUMN preview_tries smallint NOT NULL DEFAULT 0;
