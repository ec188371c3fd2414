// What exports need from outside: the register of personal data, the bytes of files, and the proof that it is the person who asks.
import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Tagged } from '../../platform/db/privacy/register.ts';
import type { Context } from '../../platform/feature.ts';
import type { FileService } from '../files/service.ts';

export interface PrivacyPorts {
  readonly register: readonly Tagged[];
  readonly files: Pick<FileService, 'keepMade' | 'readBytes'>;
  readonly proof: {
    whatIsAsked(tx: Tx, employee_id: string): Promise<'password' | 'recent_sign_in'>;
    /** Outside of a transaction. AUTH_PASSWORD_INVALID, AUTH_SIGN_IN_TOO_OLD, TOO_MANY_REQUESTS. */
    proveAgain(actor: Actor, password: string | undefined): Promise<void>;
  };
}

export interface PrivacyDeps extends PrivacyPorts, Pick<Context, 'db' | 'log' | 'mailer'> {
  /** Where people open their settings of privacy. */
  readonly settings: string;
}
