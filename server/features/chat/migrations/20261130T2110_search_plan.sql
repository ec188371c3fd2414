-- A search is answered by the index of words alone, which knows the company of each message. To the planner all companies are of
-- one size, and a question has so many hits as any other: where company is something that an index can be asked for, too, it reads
-- the entries of all messages of a large one beside the few that are found. "Is not distinct" says the same, and no index knows it.
DROP POLICY company ON message_found;
DROP POLICY found ON message_found;
CREATE POLICY company ON message_found FOR SELECT USING (company_id IS NOT DISTINCT FROM app_company());
CREATE POLICY found ON message_found AS RESTRICTIVE FOR SELECT
  USING (company_id IS NOT DISTINCT FROM app_company() AND words @@ app_search());
