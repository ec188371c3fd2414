// The six digits and the link that prove an address: making them, mailing them, asking for new ones.
import type { Tx } from '../../../platform/db/database.ts';
import type { Mailer } from '../../../platform/mail/mailer.ts';
import { codeMail } from '../mails.ts';
import { type Proof, type Registration, renewProof } from '../repo/registration-repo.ts';
import { hashOf, hashOfCode, newCode, newSecret } from '../secrets.ts';

export const PROOF_SECONDS = 600;
/** Between two mails for the same registration. */
export const RESEND_SECONDS = 60;
/** Wrong digits, then the code is dead. The link is not: 256 bits are not guessed, and so nobody can be kept out. */
export const MAX_TRIES = 5;

export interface NewProof extends Proof {
  readonly code: string;
  readonly token: string;
}

export function newProof(company_id: string): NewProof {
  const code = newCode();
  const token = newSecret();
  return { code, token, code_hash: hashOfCode(company_id, code), link_hash: hashOf(token) };
}

/** `known`: names of the companies that the address is in already. */
export async function sendProof(
  tx: Tx,
  { mailer, publicUrl }: { mailer: Mailer; publicUrl: string },
  { email, first_name, company_name }: Pick<Registration, 'email' | 'first_name' | 'company_name'>,
  { code, token }: NewProof,
  known: readonly string[],
): Promise<void> {
  const link = `${publicUrl}/sign-in/verify?token=${token}`;
  const mail = codeMail({ first_name, company_name, code, link, known, sign_in: `${publicUrl}/` });
  await mailer.enqueue(tx, { to: email, ...mail });
}

/** A new code for the registration of the transaction's company; nothing if one was sent within the last minute. */
export async function resendProof(
  tx: Tx,
  way: { mailer: Mailer; publicUrl: string },
  known: readonly string[],
): Promise<void> {
  const proof = newProof(tx.company_id);
  const registration = await renewProof(tx, proof, PROOF_SECONDS, RESEND_SECONDS);
  if (registration) await sendProof(tx, way, registration, proof, known);
}
