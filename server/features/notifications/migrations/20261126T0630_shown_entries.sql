-- Pushes besides those of messages that may still stand on somebody's screen: taken down once what they are about is read elsewhere.

-- By the tag under which it stands there, the entry of the list that was told of last.
CREATE TABLE notification_shown_entry (
  company_id uuid NOT NULL,
  employee_id uuid NOT NULL,
  tag text NOT NULL,
  notification_id uuid NOT NULL,
  PRIMARY KEY (company_id, employee_id, tag)
);
SELECT isolate_company('notification_shown_entry');

-- What the one of quiet hours that are over tells of: what came between these two.
CREATE TABLE notification_shown_summary (
  company_id uuid NOT NULL,
  employee_id uuid NOT NULL,
  since timestamptz(3) NOT NULL,
  until timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, employee_id)
);
SELECT isolate_company('notification_shown_summary');
