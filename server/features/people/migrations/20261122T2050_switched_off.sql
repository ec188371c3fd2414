-- Whose account the identity provider has switched off itself: it alone is what the provider may switch on again.
ALTER TABLE provisioned_person ADD COLUMN switched_off boolean NOT NULL DEFAULT false;
