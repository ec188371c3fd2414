-- What a company demands of whoever signs in with a password.

CREATE TABLE sign_in_policy (
  company_id uuid NOT NULL,
  second_factor boolean NOT NULL,
  PRIMARY KEY (company_id),
  FOREIGN KEY (company_id) REFERENCES company (company_id)
);
SELECT isolate_company('sign_in_policy');

-- Not null: the factor has to be set up first, and this is what `second_factor.begun_in` is then.
ALTER TABLE sign_in_challenge ADD COLUMN setup_id uuid;
