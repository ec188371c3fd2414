// Mails: written in the transaction that asks for them, delivered after it, tried again until they are through.
import type { FastifyBaseLogger } from 'fastify';
import { v7 as uuid } from 'uuid';
import type { Database, Tx } from '../db/database.ts';
import { codeOf } from '../http/log/error-code.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Mail } from './mail.ts';
import type { Transport } from './transport.ts';

export interface Mailer {
  /** Puts the mail into the transaction: it is sent if, and only if, the transaction commits. */
  enqueue(tx: Tx, mail: Mail): Promise<void>;
  /** Delivers what waits; resolves when the queue has been gone through once. */
  deliver(): Promise<void>;
  stop(): Promise<void>;
}

const MAX_ATTEMPTS = 12;
const SWEEP_MS = 15_000;
const BATCH = 20;

const TAKE = `SELECT company_id, mail_id, recipient, subject, body_text, body_html, attempts FROM mail
  WHERE next_attempt_at <= now() ORDER BY created_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`;
const DONE = 'DELETE FROM mail WHERE company_id = $1 AND mail_id = $2';
const LATER = `UPDATE mail SET attempts = attempts + 1, error_code = $3, next_attempt_at = now() + make_interval(secs => least(3600, 5 * 2 ^ attempts))
  WHERE company_id = $1 AND mail_id = $2`;

interface Row {
  company_id: string;
  mail_id: string;
  recipient: string;
  subject: string;
  body_text: string;
  body_html: string;
  attempts: number;
}

interface MailerOptions {
  readonly database: () => Database;
  readonly transport: Transport;
  readonly metrics: Pick<Metrics, 'mail'>;
  readonly log: FastifyBaseLogger;
}

export function createMailer({ database, transport, metrics, log }: MailerOptions): Mailer {
  let running: Promise<void> | undefined;
  let again = false;

  const batch = () =>
    database().system(async (tx) => {
      const rows = await tx.query<Row>(TAKE);
      for (const row of rows) {
        const key = [row.company_id, row.mail_id];
        try {
          await transport.send({ to: row.recipient, subject: row.subject, text: row.body_text, html: row.body_html });
          await tx.query(DONE, key);
          metrics.mail('sent');
        } catch (error) {
          log.warn({ err: error, mail_id: row.mail_id, attempts: row.attempts + 1 }, 'mail not delivered');
          const last = row.attempts + 1 >= MAX_ATTEMPTS;
          await (last ? tx.query(DONE, key) : tx.query(LATER, [...key, codeOf(error)]));
          metrics.mail(last ? 'given_up' : 'postponed');
        }
      }
      return rows.length;
    });
  const drain = async () => {
    do {
      again = false;
      while ((await batch()) === BATCH);
    } while (again);
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

  return {
    enqueue: async (tx, mail) => {
      await tx.query(
        'INSERT INTO mail (company_id, mail_id, recipient, subject, body_text, body_html) VALUES ($1, $2, $3, $4, $5, $6)',
        [tx.company_id, uuid(), mail.to, mail.subject, mail.text, mail.html],
      );
      tx.afterCommit(() => void deliver());
    },
    deliver,
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
