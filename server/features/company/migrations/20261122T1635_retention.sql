-- The job that removes old messages looks for the companies that want that.
SELECT allow_system('company_config');
