-- Why a job failed the last time: a code of the system or of whoever was asked, never a text.
ALTER TABLE mail ADD COLUMN error_code text;
ALTER TABLE notification_job ADD COLUMN error_code text;
ALTER TABLE preview_job ADD COLUMN error_code text;
