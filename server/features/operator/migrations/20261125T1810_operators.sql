-- When an operator came in last, links that set a password, and links that are mailed and can be withdrawn.

ALTER TABLE operator ADD COLUMN signed_in_at timestamptz NOT NULL DEFAULT now();

ALTER TABLE operator_link
  -- Names it without telling the hash.
  ADD COLUMN link_id uuid NOT NULL DEFAULT gen_random_uuid(),
  -- To whom it was mailed.
  ADD COLUMN email text,
  -- Whose password it sets; null if it makes an operator. Printed by a command on the machine, so nobody has made it.
  ADD COLUMN operator_id uuid,
  DROP CONSTRAINT operator_link_check,
  ADD CONSTRAINT operator_link_end CHECK ((made_by IS NULL AND operator_id IS NULL) = (expires_at IS NULL)),
  ADD CONSTRAINT operator_link_operator FOREIGN KEY (company_id, operator_id) REFERENCES operator (company_id, operator_id) ON DELETE CASCADE;
CREATE UNIQUE INDEX operator_link_id ON operator_link (company_id, link_id);

-- Who was there before is as good as known: when their last session began. Whoever migrates need not be a superuser, and would see no rows.
ALTER TABLE operator NO FORCE ROW LEVEL SECURITY;
ALTER TABLE operator_session NO FORCE ROW LEVEL SECURITY;
UPDATE operator o SET signed_in_at = coalesce((SELECT max(s.created_at) FROM operator_session s
  WHERE s.company_id = o.company_id AND s.operator_id = o.operator_id), o.created_at);
ALTER TABLE operator FORCE ROW LEVEL SECURITY;
ALTER TABLE operator_session FORCE ROW LEVEL SECURITY;
