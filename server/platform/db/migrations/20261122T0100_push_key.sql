-- The key pair by which push services know this server (VAPID): made once, shared by all servers on this database.

CREATE TABLE push_key (
  -- The nil id: it is no company's, so no company's transaction ever shows it.
  company_id uuid NOT NULL CHECK (company_id = '00000000-0000-0000-0000-000000000000'),
  -- Both base64url: an uncompressed point of P-256 (65 bytes), and its secret (32 bytes).
  public_key text NOT NULL,
  private_key text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id)
);
SELECT isolate_company('push_key', 'SELECT, INSERT');
SELECT allow_system('push_key');
