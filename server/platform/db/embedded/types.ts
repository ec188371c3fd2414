// What the supervisor hands out, the same on every system.

/**
 * How the server came up: `made` with a new cluster, `started` on an existing one, `adopted` from a Node process that was
 * killed, `restarted` because the one found had other settings, another version, or was stopping.
 */
export type How = 'made' | 'started' | 'adopted' | 'restarted';

/** A ready database. `{ host, port, user, database, password }` are connection options of `pg` as they stand. */
export type EmbeddedDatabase = {
  /** Folder of the Unix socket; 127.0.0.1 on Windows. */
  host: string;
  /** The same as `host`. */
  socketDir: string;
  port: number;
  user: string;
  database: string;
  /** Only on Windows; elsewhere the socket's folder is closed to others. */
  password?: string;
  how: How;
  /** Ends the server (fast shutdown, all flushed) and gives the data folder back. Safe to call twice. */
  stop: () => Promise<void>;
};
