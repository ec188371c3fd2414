-- Who was last here longer ago than sessions are kept has been here all the same; and when the invitation was sent to those who
-- have yet to come. The tables are auth's own: people ask by these.

CREATE OR REPLACE FUNCTION employee_last_seen(of_company uuid, of_employee uuid) RETURNS timestamptz
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN greatest(
    (SELECT max(last_used_at) FROM session WHERE company_id = of_company AND employee_id = of_employee),
    (SELECT seen_at FROM last_seen WHERE company_id = of_company AND employee_id = of_employee));

CREATE OR REPLACE FUNCTION employees_last_seen(of_company uuid) RETURNS TABLE (employee_id uuid, last_seen_at timestamptz)
  LANGUAGE sql STABLE PARALLEL SAFE
  BEGIN ATOMIC
    SELECT k.employee_id, max(k.at) FROM (
      SELECT s.employee_id, s.last_used_at AS at FROM session s WHERE s.company_id = of_company
      UNION ALL
      SELECT l.employee_id, l.seen_at FROM last_seen l WHERE l.company_id = of_company) k
    GROUP BY k.employee_id;
  END;

/* When the invitation that somebody can still accept was sent; null if there is none. */
CREATE FUNCTION employee_invited(of_company uuid, of_employee uuid) RETURNS timestamptz
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN (SELECT max(created_at) FROM reset_link WHERE company_id = of_company AND employee_id = of_employee
    AND purpose = 'invitation' AND used_at IS NULL AND expires_at > now());
