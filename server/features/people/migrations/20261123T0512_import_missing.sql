-- Who is not in a file and is deactivated with it stands among its rows, behind them, so that it is done and undone with the others.

ALTER TABLE people_import_row DROP CONSTRAINT people_import_row_verdict_check,
  ADD CONSTRAINT people_import_row_verdict_check CHECK (verdict IN ('create', 'change', 'same', 'problem', 'missing'));
