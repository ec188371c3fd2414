-- A company's configuration. Its name and logo stand in the table `company`, which sign-in owns.

CREATE TABLE company_config (
  company_id uuid PRIMARY KEY,
  color_theme text NOT NULL,
  -- Only what differs from the defaults, which stand in the code (settings.ts).
  settings jsonb NOT NULL DEFAULT '{}',
  modules jsonb NOT NULL DEFAULT '{}'
);
SELECT isolate_company('company_config');
