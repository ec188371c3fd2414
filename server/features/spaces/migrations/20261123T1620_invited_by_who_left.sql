-- Since who leaves takes along what they were asked, have asked, and have invited others to, nobody comes in on the word of somebody who
-- is gone. What stands of those who left before goes here, and all are told as they would have been: the invited, whoever answers for
-- the spaces, and by a job of each space those who have it in their notifications.

-- Only for these statements: row-level security hides every row from a migration.
ALTER TABLE space_joining NO FORCE ROW LEVEL SECURITY;
ALTER TABLE space_member NO FORCE ROW LEVEL SECURITY;
ALTER TABLE space_role NO FORCE ROW LEVEL SECURITY;
ALTER TABLE employee NO FORCE ROW LEVEL SECURITY;
ALTER TABLE topic NO FORCE ROW LEVEL SECURITY;
ALTER TABLE event NO FORCE ROW LEVEL SECURITY;
ALTER TABLE notification_job NO FORCE ROW LEVEL SECURITY;
WITH left_before AS (SELECT company_id, employee_id FROM employee WHERE employee_account_status = 'DELETED'),
  gone AS (DELETE FROM space_joining j USING left_before e
    WHERE j.company_id = e.company_id AND e.employee_id IN (j.employee_id, j.invited_by)
    RETURNING j.company_id, j.space_id, j.employee_id),
  concerned AS (SELECT DISTINCT company_id, space_id FROM gone),
  looked_at AS (INSERT INTO notification_job (company_id, job_id, kind, space_id)
    SELECT company_id, gen_random_uuid(), 'joining', space_id FROM concerned),
  said AS (SELECT company_id, employee_id, space_id, 'spaces.join_status_changed' AS name,
      jsonb_build_object('space_id', space_id, 'join_status', NULL) AS payload
    FROM gone g WHERE NOT EXISTS (SELECT FROM left_before e WHERE e.company_id = g.company_id AND e.employee_id = g.employee_id)
    UNION ALL SELECT m.company_id, m.employee_id, m.space_id, 'spaces.requests_changed', jsonb_build_object('space_id', m.space_id)
    FROM concerned c JOIN space_member m ON m.company_id = c.company_id AND m.space_id = c.space_id
      LEFT JOIN space_role r ON r.company_id = m.company_id AND r.space_role_id = m.space_role_id
    WHERE m.role = 'admin' OR 'manage_members' = ANY (r.actions)),
  told AS (SELECT *, 'employee:' || employee_id AS topic, row_number() OVER (PARTITION BY company_id, employee_id ORDER BY name, space_id) AS at
    FROM said),
  counted AS (SELECT company_id, topic, count(*) AS events FROM told GROUP BY company_id, topic),
  raised AS (INSERT INTO topic AS there (company_id, topic, revision) SELECT company_id, topic, events FROM counted
    ON CONFLICT (company_id, topic) DO UPDATE SET revision = there.revision + excluded.revision
    RETURNING there.company_id, there.topic, there.revision)
  INSERT INTO event (company_id, topic, revision, name, payload)
  SELECT company_id, topic, r.revision - c.events + t.at, t.name, t.payload
    FROM told t JOIN counted c USING (company_id, topic) JOIN raised r USING (company_id, topic);
ALTER TABLE space_joining FORCE ROW LEVEL SECURITY;
ALTER TABLE space_member FORCE ROW LEVEL SECURITY;
ALTER TABLE space_role FORCE ROW LEVEL SECURITY;
ALTER TABLE employee FORCE ROW LEVEL SECURITY;
ALTER TABLE topic FORCE ROW LEVEL SECURITY;
ALTER TABLE event FORCE ROW LEVEL SECURITY;
ALTER TABLE notification_job FORCE ROW LEVEL SECURITY;
