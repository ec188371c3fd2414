-- How many wrong passwords were tried one after the other, however slowly and from wherever: after a hundred the password opens the account
-- in browsers alone that it was signed in with before.

ALTER TABLE credential ADD COLUMN failures integer NOT NULL DEFAULT 0;
