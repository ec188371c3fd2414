-- Erasing in two parts: who somebody was goes at once, and what others said of them is gone through after that, some rows at a
-- time. Null until all of it is done: whoever was erased before this is looked for once more.
ALTER TABLE erased_person ADD COLUMN cleaned_at timestamptz(3);
GRANT UPDATE (cleaned_at) ON erased_person TO limelight_app;
-- What is still to be done is looked for in all companies.
SELECT allow_system('erased_person');
CREATE INDEX erased_person_uncleaned ON erased_person (erased_at) WHERE cleaned_at IS NULL;
