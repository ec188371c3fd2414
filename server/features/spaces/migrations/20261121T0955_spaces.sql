-- Spaces: what they are called, who is in them, and their sub-spaces. What is said in them is chat's.

CREATE TABLE space (
  company_id uuid NOT NULL,
  space_id uuid NOT NULL,
  space_name text NOT NULL,
  space_description text NOT NULL DEFAULT '',
  space_image text,
  visibility text NOT NULL CHECK (visibility IN ('public', 'private')),
  -- Counted along under the row's lock, which every change of members takes.
  total_members integer NOT NULL DEFAULT 0 CHECK (total_members >= 0),
  created_by uuid NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, space_id)
) WITH (fillfactor = 80);
SELECT isolate_company('space');
-- Byte order, so that pages do not depend on the server's locale.
CREATE INDEX space_name ON space (company_id, (lower(space_name) COLLATE "C"), space_id);

CREATE TABLE space_member (
  company_id uuid NOT NULL,
  space_id uuid NOT NULL,
  employee_id uuid NOT NULL,
  role text NOT NULL CHECK (role IN ('admin', 'member')),
  joined_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, space_id, employee_id),
  FOREIGN KEY (company_id, space_id) REFERENCES space (company_id, space_id),
  FOREIGN KEY (company_id, employee_id) REFERENCES employee (company_id, employee_id)
);
SELECT isolate_company('space_member');
CREATE INDEX space_member_employee ON space_member (company_id, employee_id, space_id);
CREATE INDEX space_member_order ON space_member (company_id, space_id, role, joined_at, employee_id);

CREATE TABLE sub_space (
  company_id uuid NOT NULL,
  sub_space_id uuid NOT NULL,
  space_id uuid NOT NULL,
  sub_space_name text NOT NULL,
  sub_space_description text NOT NULL DEFAULT '',
  is_default boolean NOT NULL DEFAULT false,
  -- 1 for the default one; the others as they came, counted under the space's lock.
  position integer NOT NULL,
  created_by uuid NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, sub_space_id),
  CONSTRAINT sub_space_position UNIQUE (company_id, space_id, position),
  FOREIGN KEY (company_id, space_id) REFERENCES space (company_id, space_id),
  CHECK (is_default = (position = 1))
);
SELECT isolate_company('sub_space');
