-- Employee numbers are kept in one way of writing, whichever way they came: without what cannot be seen and space around them, and
-- composed. What would be somebody else's then stays as it is: whose it is is for a person to say.

CREATE FUNCTION pg_temp.clean(given text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT normalize(regexp_replace(regexp_replace(given,
    U&'[\0001-\0008\000B\000C\000E-\001F\007F-\009F\200B\2060\FEFF]', '', 'g'),
    U&'^[\0009\000A\000D\0020\00A0\1680\2000-\200A\2028\2029\202F\205F\3000]+|[\0009\000A\000D\0020\00A0\1680\2000-\200A\2028\2029\202F\205F\3000]+$',
    '', 'g'), NFC)
$$;
CREATE FUNCTION pg_temp.clean_number(given text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT replace(pg_temp.clean(given), U&'\00A0', ' ')
$$;

-- Only for these statements: row-level security hides every row from a migration.
ALTER TABLE employee NO FORCE ROW LEVEL SECURITY;
ALTER TABLE leaver NO FORCE ROW LEVEL SECURITY;
WITH cleaned AS (SELECT company_id, employee_id, employee_number AS was, pg_temp.clean_number(employee_number) AS employee_number
    FROM employee WHERE employee_number IS NOT NULL),
  counted AS (SELECT *, count(*) OVER (PARTITION BY company_id, employee_number) AS holders FROM cleaned)
  UPDATE employee e SET employee_number = c.employee_number FROM counted c
  WHERE e.company_id = c.company_id AND e.employee_id = c.employee_id AND c.holders = 1
    AND c.employee_number <> c.was AND length(c.employee_number) BETWEEN 1 AND 50;
UPDATE leaver SET employee_number = nullif(pg_temp.clean_number(employee_number), '')
  WHERE employee_number <> pg_temp.clean_number(employee_number);
ALTER TABLE employee FORCE ROW LEVEL SECURITY;
ALTER TABLE leaver FORCE ROW LEVEL SECURITY;
