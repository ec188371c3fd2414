-- What whoever joins from now on can read: all that was said, or only what is said from then on.
ALTER TABLE space ADD COLUMN history text NOT NULL DEFAULT 'all' CHECK (history IN ('all', 'joined'));
