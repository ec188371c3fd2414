-- The number that a company gives its people: text, so that no zero in front is lost. What the identity provider has said until now
-- becomes it where it is one person's alone; from here on there is one number of a person, whoever sets it.

ALTER TABLE employee
  ADD COLUMN employee_number text,
  ADD CONSTRAINT employee_number_length CHECK (length(employee_number) BETWEEN 1 AND 50);
-- Of who may come back it is kept, and given to nobody else meanwhile.
ALTER TABLE leaver ADD COLUMN employee_number text;

-- Only for this statement: row-level security hides every row from a migration.
ALTER TABLE employee NO FORCE ROW LEVEL SECURITY;
ALTER TABLE provisioned_person NO FORCE ROW LEVEL SECURITY;
UPDATE employee e SET employee_number = p.employee_number
  FROM (SELECT company_id, employee_id, btrim(employee_number) AS employee_number,
      count(*) OVER (PARTITION BY company_id, btrim(employee_number)) AS holders FROM provisioned_person) p
  WHERE e.company_id = p.company_id AND e.employee_id = p.employee_id AND p.holders = 1
    AND length(p.employee_number) BETWEEN 1 AND 50;
ALTER TABLE employee FORCE ROW LEVEL SECURITY;
ALTER TABLE provisioned_person FORCE ROW LEVEL SECURITY;
ALTER TABLE provisioned_person DROP COLUMN employee_number;

CREATE UNIQUE INDEX employee_number ON employee (company_id, employee_number) WHERE employee_number IS NOT NULL;
