-- How far back a company's messages have been removed because of their age: what is older is not looked at again.
CREATE TABLE message_retention (
  company_id uuid PRIMARY KEY,
  removed_until timestamptz(3) NOT NULL
);
SELECT isolate_company('message_retention');

-- Messages lie in the order in which they were written: this costs sending nothing to speak of.
CREATE INDEX message_age ON message USING brin (created_at);
