-- When the person last said, in this session, who they are: signing in is that. Whoever was signed in before this was kept is asked.
ALTER TABLE session ADD COLUMN proved_at timestamptz NOT NULL DEFAULT to_timestamp(0);
ALTER TABLE session ALTER COLUMN proved_at SET DEFAULT now();
