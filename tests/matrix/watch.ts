// Sees every row that any transaction wrote: finer than a hash of all tables, and it names what was written.
import type { TestApp } from '../kit/app.ts';

export interface Change {
  readonly table: string;
  readonly operation: string;
  readonly before: Record<string, unknown> | null;
  readonly after: Record<string, unknown> | null;
}

/**
 * What may be written although a call was refused, and why:
 * - a refusal may be recorded (audit_event, append-only; for want of a permission it has to be: columns/permission.ts), and what is recorded gets its place in the chain (audit_pending, audit_seal);
 * - mails of earlier, allowed calls are being delivered meanwhile (mail: everything but a new one);
 * - who was let in, and refused later on, has used their session (session: only when it was last used, and when to administer), and the app on that day
 *   (activity_day), which is counted now and then (insight_…).
 */
function allowed({ table, operation, before, after }: Change): boolean {
  if (table === 'activity_day') return operation === 'INSERT';
  if (table.startsWith('insight_')) return true;
  if (table === 'audit_event' || table === 'audit_seal') return operation === 'INSERT';
  if (table === 'audit_pending') return operation !== 'UPDATE';
  if (table === 'mail') return operation !== 'INSERT';
  if (table !== 'session' || !before || !after) return false;
  return Object.keys(after).every((name) => /(used|administered)_at$/.test(name) || after[name] === before[name]);
}

const SET_UP = `
CREATE SCHEMA watch;
CREATE TABLE watch.change (id bigserial PRIMARY KEY, tab text NOT NULL, operation text NOT NULL, before jsonb, after jsonb);
CREATE FUNCTION watch.note() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  INSERT INTO watch.change (tab, operation, before, after) VALUES (TG_TABLE_NAME, TG_OP,
    CASE WHEN TG_OP IN ('UPDATE', 'DELETE') THEN to_jsonb(OLD) END, CASE WHEN TG_OP IN ('UPDATE', 'INSERT') THEN to_jsonb(NEW) END);
  RETURN NULL;
END $$;
CREATE FUNCTION watch.note_truncate() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  INSERT INTO watch.change (tab, operation) VALUES (TG_TABLE_NAME, TG_OP);
  RETURN NULL;
END $$;`;

const TABLES = "SELECT format('%I', tablename) AS name FROM pg_tables WHERE schemaname = 'public'";
const triggersOn = (table: string) =>
  `CREATE TRIGGER watch AFTER INSERT OR UPDATE OR DELETE ON ${table} FOR EACH ROW EXECUTE FUNCTION watch.note();
  CREATE TRIGGER watch_all AFTER TRUNCATE ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION watch.note_truncate()`;

export interface Watch {
  /** Runs `work` and returns what was committed meanwhile. */
  during(work: () => Promise<void>): Promise<Change[]>;
  /** The same, failing if anything was written but what a refused call may leave behind. */
  nothing(work: () => Promise<void>): Promise<void>;
}

// What waits for tomorrow is not waited for.
const QUIET = `SELECT EXISTS (SELECT FROM notification_job WHERE due_at < now() + interval '1 hour') OR EXISTS (SELECT FROM notification_due)
    OR EXISTS (SELECT FROM data_export WHERE status = 'waiting')
    OR EXISTS (SELECT FROM erased_person WHERE cleaned_at IS NULL AND erased_at > now() - interval '20 seconds') AS telling,
  (SELECT coalesce(max(id), 0) FROM watch.change) AS mark`;

/**
 * The last change until now. Of calls that were allowed people are told afterwards, and what was said of whom they erase is gone
 * through: that is waited for.
 */
async function quiet(app: TestApp): Promise<number> {
  for (let n = 0; ; n++) {
    const [now] = await app.sql<{ telling: boolean; mark: number }>(QUIET);
    if (!now?.telling || n === 500) return now?.mark ?? 0;
    await new Promise((done) => setTimeout(done, 10));
  }
}

/** Only for a test's own database: it puts triggers on all tables. */
export async function startWatch(app: TestApp): Promise<Watch> {
  await app.sql(SET_UP);
  // One by one: the server is at work, and who held all of its tables would wait for it while it waits for them.
  for (const { name } of await app.sql<{ name: string }>(TABLES)) await app.sql(triggersOn(name));
  const since = async (mark: number, work: () => Promise<void>) => {
    await work();
    return app.sql<Change>(
      'SELECT tab AS "table", operation, before, after FROM watch.change WHERE id > $1 ORDER BY id',
      [mark],
    );
  };
  const during = async (work: () => Promise<void>) => {
    const [last] = await app.sql<{ mark: number }>('SELECT coalesce(max(id), 0) AS mark FROM watch.change');
    return since(last?.mark ?? 0, work);
  };
  return {
    during,
    nothing: async (work) => {
      const written = (await since(await quiet(app), work)).filter((change) => !allowed(change));
      if (written.length)
        throw new Error(`A refused call wrote: ${written.map((c) => `${c.operation} ${c.table}`).join(', ')}`);
    },
  };
}
