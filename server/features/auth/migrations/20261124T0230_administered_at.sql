-- When what an administrator's right is asked for was last done in this session: after an hour without it the right lapses until the
-- person has said who they are.
ALTER TABLE session ADD COLUMN administered_at timestamptz NOT NULL DEFAULT now();
