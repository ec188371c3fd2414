-- Whom somebody has invited is asked when they leave.
CREATE INDEX space_joining_invited_by ON space_joining (company_id, invited_by) WHERE invited_by IS NOT NULL;
