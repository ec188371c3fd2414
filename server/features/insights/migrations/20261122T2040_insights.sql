-- The dashboard: on which days people used the app, and what a company's days add up to.

-- About people: goes with them, and after 400 days. No foreign key: it would lock people's rows. No system transaction sees it: its
-- policy would be asked for each of the rows that a month is.
CREATE TABLE activity_day (
  company_id uuid NOT NULL,
  -- In the company's time zone. Not the hour: nobody is to read a working day out of this.
  day date NOT NULL,
  employee_id uuid NOT NULL,
  PRIMARY KEY (company_id, day, employee_id)
);
SELECT isolate_company('activity_day');
CREATE INDEX activity_day_employee ON activity_day (company_id, employee_id);

-- Sums of days: nobody in here. Kept for good. Null: was not recorded.
CREATE TABLE insight_day (
  company_id uuid NOT NULL,
  day date NOT NULL,
  -- It was over when it was counted. It is not counted again, whoever is erased and whatever is removed since.
  final boolean NOT NULL,
  counted_at timestamptz(3) NOT NULL,
  -- Who used the app on that day; on any of the 7, of the 30 days that end with it.
  active integer,
  active_week integer,
  active_month integer,
  -- Who wrote, and in how many spaces.
  writers integer NOT NULL,
  writers_month integer,
  spaces_month integer,
  direct integer NOT NULL,
  in_spaces integer NOT NULL,
  in_groups integer NOT NULL,
  -- Accounts as they were: invited or working, working, of these used in the 30 days, on a home screen, with notifications.
  invited integer,
  accepted integer,
  reached integer,
  installed integer,
  notified integer,
  PRIMARY KEY (company_id, day)
) WITH (fillfactor = 80);
SELECT isolate_company('insight_day');
-- Which companies were not counted for a while is looked for in all.
SELECT allow_system('insight_day');

-- The last 30 days by department, as last counted; the nil id: who is in none. Null where too few people would be shown: then it
-- does not stand here either.
CREATE TABLE insight_department (
  company_id uuid NOT NULL,
  department_id uuid NOT NULL,
  people integer,
  active integer,
  messages integer,
  PRIMARY KEY (company_id, department_id)
);
SELECT isolate_company('insight_department');
