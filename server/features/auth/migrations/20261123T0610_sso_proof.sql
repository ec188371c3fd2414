-- On the way to the provider only to say once more who one is: in which session, and the page of the app to go back to.
ALTER TABLE sso_login ADD COLUMN proves uuid;
ALTER TABLE sso_login ADD COLUMN back text NOT NULL DEFAULT '';
