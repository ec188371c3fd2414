-- What a company stands for. A handful each, always read whole.

CREATE TABLE company_value (
  company_id uuid NOT NULL,
  value_id uuid NOT NULL,
  name text NOT NULL,
  description text NOT NULL,
  icon_url text,
  -- From 0, without gaps.
  position integer NOT NULL,
  PRIMARY KEY (company_id, value_id)
);
SELECT isolate_company('company_value');
