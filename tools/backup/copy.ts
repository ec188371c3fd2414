// COPY through the driver's connection: a table's rows in PostgreSQL's own text format, out and in, a piece at a time. The
// programs that usually do this (pg_dump, pg_restore) do not come with the embedded database.
import { Readable } from 'node:stream';
import type pg from 'pg';

type Connection = pg.Connection & {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(message: string): void;
};

/** The parts of a query that the driver calls; what COPY never gets is left out by the two below. */
abstract class Copying implements pg.Submittable {
  /** The driver sets it where a query has none. */
  callback = () => undefined;
  protected readonly sql: string;
  constructor(sql: string) {
    this.sql = sql;
  }
  submit(connection: pg.Connection): void {
    connection.query(this.sql);
  }
  handleCommandComplete(): void {}
  abstract handleError(error: Error): void;
  abstract handleReadyForQuery(): void;
}

class Out extends Copying {
  private connection: pg.Connection | undefined;
  private failed = false;
  readonly rows = new Readable({
    read: () => void this.connection?.stream.resume(),
    // The reader has gone: what still comes is thrown away with the connection.
    destroy: (error, done) => done(error),
  });
  override submit(connection: pg.Connection): void {
    this.connection = connection;
    super.submit(connection);
  }
  handleCopyData(message: { chunk: Buffer }, connection: pg.Connection): void {
    // The driver uses its buffer again.
    if (!this.rows.destroyed && !this.rows.push(Buffer.from(message.chunk))) connection.stream.pause();
  }
  handleError(error: Error): void {
    this.failed = true;
    this.connection?.stream.resume();
    this.rows.destroy(error);
  }
  handleReadyForQuery(): void {
    // The last rows may have filled the reader, and nobody asks for more behind the end: the next query needs the connection.
    this.connection?.stream.resume();
    if (!this.failed) this.rows.push(null);
  }
}

class In extends Copying {
  readonly ended = Promise.withResolvers<void>();
  private error: Error | undefined;
  private readonly rows: AsyncIterable<Buffer>;
  constructor(sql: string, rows: AsyncIterable<Buffer>) {
    super(sql);
    this.rows = rows;
  }
  handleCopyInResponse(connection: pg.Connection): void {
    const to = connection as Connection;
    this.send(to).then(
      () => to.endCopyFrom(),
      (error: Error) => {
        this.error = error;
        to.sendCopyFail('The rows could not be read');
      },
    );
  }
  private async send(to: Connection): Promise<void> {
    for await (const chunk of this.rows) {
      to.sendCopyFromChunk(chunk);
      if (to.stream.writableNeedDrain) await new Promise((done) => to.stream.once('drain', done));
    }
  }
  handleError(error: Error): void {
    this.error ??= error;
    this.ended.reject(this.error);
  }
  handleReadyForQuery(): void {
    if (!this.error) this.ended.resolve();
  }
}

/** Runs a `COPY … TO STDOUT`. One at a time on a connection. */
export const copyOut = (client: pg.Client, sql: string): Readable => client.query(new Out(sql)).rows;

/** Runs a `COPY … FROM STDIN`. Rejects with what the rows' source or the database said. */
export const copyIn = (client: pg.Client, sql: string, rows: AsyncIterable<Buffer>): Promise<void> =>
  client.query(new In(sql, rows)).ended.promise;
