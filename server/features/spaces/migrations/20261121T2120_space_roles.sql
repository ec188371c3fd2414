-- Roles that a space's admins define: what whoever has one may do besides what every member may.
CREATE TABLE space_role (
  company_id uuid NOT NULL,
  space_role_id uuid NOT NULL,
  space_id uuid NOT NULL,
  -- No two the same whatever their case: the rules see to that, which hold the space.
  space_role_name text NOT NULL,
  -- As the contract spells them, in its order.
  actions text[] NOT NULL,
  created_by uuid NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, space_role_id),
  -- What a member has is a role of the member's space.
  CONSTRAINT space_role_of_space UNIQUE (company_id, space_id, space_role_id),
  FOREIGN KEY (company_id, space_id) REFERENCES space (company_id, space_id)
);
SELECT isolate_company('space_role');

ALTER TABLE space_member ADD COLUMN space_role_id uuid;
ALTER TABLE space_member ADD CONSTRAINT space_member_role FOREIGN KEY (company_id, space_id, space_role_id)
  REFERENCES space_role (company_id, space_id, space_role_id);
-- An admin may do everything anyway.
ALTER TABLE space_member ADD CONSTRAINT space_member_plain CHECK (role = 'member' OR space_role_id IS NULL);
CREATE INDEX space_member_space_role ON space_member (company_id, space_id, space_role_id) WHERE space_role_id IS NOT NULL;
