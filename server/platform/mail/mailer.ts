// Mails: written in the transaction that asks for them, delivered after it, tried again until they are through.
import type { FastifyBaseLogger } from 'fastify';
import { v7 as uuid } from 'uuid';
import type { Database, Tx } from '../db/database.ts';
import { codeOf } from '../http/log/error-code.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { dropFromFolder, sweepFolder } from './folder.ts';
import type { Mail } from './mail.ts';
import type { TakeBack, Transport } from './transport.ts';

export interface Mailer {
  /** Puts the mail into the transaction: it is sent if, and only if, the transaction commits. */
  enqueue(tx: Tx, mail: Mail): Promise<void>;
  /** What was written to somebody is gone, sent or not, when the transaction commits. */
  forget(tx: Tx, address: string): Promise<void>;
  /** Delivers what waits; resolves when the queue has been gone through once. */
  deliver(): Promise<void>;
  stop(): Promise<void>;
}

const SWEEP_MS = 15_000;
const TIDY_MS = 3_600_000;

/** One is taken for longer than a silent server keeps us waiting (transport.ts), so that nobody else sends it meanwhile. */
const TAKE = `WITH taken AS MATERIALIZED (
    SELECT company_id, mail_id FROM mail WHERE next_attempt_at <= now() ORDER BY created_at LIMIT 1 FOR UPDATE SKIP LOCKED)
  UPDATE mail m SET attempts = attempts + 1, error_code = NULL, next_attempt_at = now() + interval '2 minutes'
  FROM taken WHERE m.company_id = taken.company_id AND m.mail_id = taken.mail_id
  RETURNING m.company_id, m.mail_id, recipient, subject, body_text, body_html, attempts, created_at < now() - interval '7 days' AS is_old`;
const FORGET = 'DELETE FROM mail WHERE company_id = $1 AND lower(recipient) = lower($2)';
const DONE = 'DELETE FROM mail WHERE company_id = $1 AND mail_id = $2 RETURNING mail_id';
const LATER = `UPDATE mail SET error_code = $3, next_attempt_at = now() + make_interval(secs => least(3600, 5 * 2 ^ (attempts - 1)))
  WHERE company_id = $1 AND mail_id = $2`;

interface Row {
  company_id: string;
  mail_id: string;
  recipient: string;
  subject: string;
  body_text: string;
  body_html: string;
  /** This one included. */
  attempts: number;
  /** A server that takes nothing for a week is not going to. */
  is_old: boolean;
}

interface MailerOptions {
  readonly database: () => Database;
  readonly transport: Transport;
  /** Where mails fall that nobody sends; there may be some of a time before there was a server for them. */
  readonly folder: string;
  readonly metrics: Pick<Metrics, 'mail'>;
  readonly log: FastifyBaseLogger;
}

export function createMailer({ database, transport, folder, metrics, log }: MailerOptions): Mailer {
  let running: Promise<void> | undefined;
  let again = false;

  let stopped = false;
  const dropping = new Set<Promise<void>>();

  const system = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => database().system(work);
  /** No transaction is open while the server is asked: it may take longer than the database waits. False: none was due. */
  const one = async (): Promise<boolean> => {
    const [row] = await system((tx) => tx.query<Row>(TAKE));
    if (!row) return false;
    const key = [row.company_id, row.mail_id];
    const { company_id, mail_id, attempts, recipient: to, subject, body_text: text, body_html: html } = row;
    let takeBack: TakeBack | undefined;
    try {
      takeBack = await transport.send({ company_id, to, subject, text, html });
    } catch (error) {
      log.warn({ err: error, mail_id, attempts }, row.is_old ? 'mail given up' : 'mail not delivered');
      await system((tx) => (row.is_old ? tx.query(DONE, key) : tx.query(LATER, [...key, codeOf(error)])));
      metrics.mail(row.is_old ? 'given_up' : 'postponed');
      return true;
    }
    const [waited] = await system((tx) => tx.query(DONE, key));
    // Its reader was erased while it was under way.
    if (!waited) await takeBack?.();
    metrics.mail('sent');
    return true;
  };
  const drain = async () => {
    do {
      again = false;
      while (!stopped && (await one()));
    } while (again && !stopped);
  };
  const deliver = (): Promise<void> => {
    again = true;
    running ??= drain()
      .catch((error) => log.error({ err: error }, 'mail queue'))
      .finally(() => (running = undefined));
    return running;
  };
  const timer = setInterval(() => void deliver(), SWEEP_MS);
  timer.unref();
  const tidy = () => {
    sweepFolder(folder).catch((error) => log.error({ err: error }, 'mail folder'));
  };
  tidy();
  const tidying = setInterval(tidy, TIDY_MS);
  tidying.unref();

  return {
    enqueue: async (tx, mail) => {
      await tx.query(
        'INSERT INTO mail (company_id, mail_id, recipient, subject, body_text, body_html) VALUES ($1, $2, $3, $4, $5, $6)',
        [tx.company_id, uuid(), mail.to, mail.subject, mail.text, mail.html],
      );
      tx.afterCommit(() => void deliver());
    },
    forget: async (tx, address) => {
      await tx.query(FORGET, [tx.company_id, address]);
      tx.afterCommit(() => {
        const drop = dropFromFolder(folder, tx.company_id, address)
          .catch((error) => log.error({ err: error }, 'mail folder'))
          .finally(() => dropping.delete(drop));
        dropping.add(drop);
      });
    },
    deliver,
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      clearInterval(tidying);
      await Promise.all([running, ...dropping]);
    },
  };
}
