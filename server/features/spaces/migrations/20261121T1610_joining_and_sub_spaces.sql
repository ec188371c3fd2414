-- Ways into a space that need somebody's leave; and sub-spaces that are archived, moved, or only for some.

-- What a link to the space carries. As hard to guess as an id.
ALTER TABLE space ADD COLUMN link_code text NOT NULL DEFAULT replace(gen_random_uuid()::text, '-', '');

-- Who asks to come in, and who was asked to. A row goes when they come in, are declined, or decline.
CREATE TABLE space_joining (
  company_id uuid NOT NULL,
  space_id uuid NOT NULL,
  employee_id uuid NOT NULL,
  status text NOT NULL CHECK (status IN ('requested', 'invited')),
  invited_by uuid,
  -- Invited by somebody who may let people in: accepting is joining.
  opens boolean NOT NULL DEFAULT false,
  since timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, space_id, employee_id),
  FOREIGN KEY (company_id, space_id) REFERENCES space (company_id, space_id),
  FOREIGN KEY (company_id, employee_id) REFERENCES employee (company_id, employee_id),
  FOREIGN KEY (company_id, invited_by) REFERENCES employee (company_id, employee_id),
  CHECK ((status = 'invited') = (invited_by IS NOT NULL)),
  CHECK (status = 'invited' OR NOT opens)
);
SELECT isolate_company('space_joining');
CREATE INDEX space_joining_employee ON space_joining (company_id, employee_id, since);

ALTER TABLE sub_space ADD COLUMN is_private boolean NOT NULL DEFAULT false;
ALTER TABLE sub_space ADD COLUMN archived_at timestamptz(3);
ALTER TABLE sub_space ADD CONSTRAINT sub_space_default CHECK (NOT is_default OR (NOT is_private AND archived_at IS NULL));
-- Checked when the statement ends: several take each other's places in one.
ALTER TABLE sub_space DROP CONSTRAINT sub_space_position;
ALTER TABLE sub_space ADD CONSTRAINT sub_space_position UNIQUE (company_id, space_id, position) DEFERRABLE INITIALLY IMMEDIATE;

-- Who is in a private sub-space: some of the space's members, and all its admins. In the others everybody is.
CREATE TABLE sub_space_member (
  company_id uuid NOT NULL,
  sub_space_id uuid NOT NULL,
  employee_id uuid NOT NULL,
  PRIMARY KEY (company_id, sub_space_id, employee_id),
  FOREIGN KEY (company_id, sub_space_id) REFERENCES sub_space (company_id, sub_space_id),
  FOREIGN KEY (company_id, employee_id) REFERENCES employee (company_id, employee_id)
);
SELECT isolate_company('sub_space_member');
CREATE INDEX sub_space_member_employee ON sub_space_member (company_id, employee_id, sub_space_id);
