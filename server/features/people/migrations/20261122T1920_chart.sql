-- The top of the chart of who reports to whom, by name.

CREATE INDEX employee_top ON employee (company_id, sort_name, employee_id) WHERE manager_id IS NULL;
