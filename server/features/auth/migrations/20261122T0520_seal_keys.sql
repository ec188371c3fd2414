-- With what a person's devices seal what is unsent when a session ends there. Goes with the person: what is still sealed then
-- is nobody's any more.
CREATE TABLE seal_key (
  company_id uuid NOT NULL,
  employee_id uuid NOT NULL,
  public_key text NOT NULL,
  private_key text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, employee_id),
  FOREIGN KEY (company_id, employee_id) REFERENCES employee (company_id, employee_id)
);
SELECT isolate_company('seal_key');
