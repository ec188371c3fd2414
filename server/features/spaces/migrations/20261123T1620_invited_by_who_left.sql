-- Since who leaves takes along what they were asked, have asked, and have invited others to, nobody comes in on the word of somebody who
-- is gone. What stands of those who left before goes here, and the invited are told as they would have been.

-- Only for these statements: row-level security hides every row from a migration.
ALTER TABLE space_joining NO FORCE ROW LEVEL SECURITY;
ALTER TABLE employee NO FORCE ROW LEVEL SECURITY;
ALTER TABLE topic NO FORCE ROW LEVEL SECURITY;
ALTER TABLE event NO FORCE ROW LEVEL SECURITY;
WITH left_before AS (SELECT company_id, employee_id FROM employee WHERE employee_account_status = 'DELETED'),
  gone AS (DELETE FROM space_joining j USING left_before e
    WHERE j.company_id = e.company_id AND e.employee_id IN (j.employee_id, j.invited_by)
    RETURNING j.company_id, j.space_id, j.employee_id),
  told AS (SELECT *, 'employee:' || employee_id AS topic, row_number() OVER (PARTITION BY company_id, employee_id ORDER BY space_id) AS at
    FROM gone g WHERE NOT EXISTS (SELECT FROM left_before e WHERE e.company_id = g.company_id AND e.employee_id = g.employee_id)),
  counted AS (SELECT company_id, topic, count(*) AS events FROM told GROUP BY company_id, topic),
  raised AS (INSERT INTO topic AS there (company_id, topic, revision) SELECT company_id, topic, events FROM counted
    ON CONFLICT (company_id, topic) DO UPDATE SET revision = there.revision + excluded.revision
    RETURNING there.company_id, there.topic, there.revision)
  INSERT INTO event (company_id, topic, revision, name, payload)
  SELECT company_id, topic, r.revision - c.events + t.at, 'spaces.join_status_changed',
      jsonb_build_object('space_id', t.space_id, 'join_status', NULL)
    FROM told t JOIN counted c USING (company_id, topic) JOIN raised r USING (company_id, topic);
ALTER TABLE space_joining FORCE ROW LEVEL SECURITY;
ALTER TABLE employee FORCE ROW LEVEL SECURITY;
ALTER TABLE topic FORCE ROW LEVEL SECURITY;
ALTER TABLE event FORCE ROW LEVEL SECURITY;
