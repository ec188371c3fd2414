-- Who has chosen the provider without being an owner; NULL once an owner has saved it. Until then it opens no account that may do more
-- than theirs.
ALTER TABLE sso_config ADD COLUMN unconfirmed_by uuid;
