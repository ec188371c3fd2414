-- Why making it failed the last time, for whoever runs the server.
ALTER TABLE data_export ADD COLUMN error_code text;
