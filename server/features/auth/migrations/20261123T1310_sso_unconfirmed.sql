-- Who has chosen the provider without being an owner; NULL once an owner has confirmed it. Until then it lets in nobody but them.
ALTER TABLE sso_config ADD COLUMN unconfirmed_by uuid;
