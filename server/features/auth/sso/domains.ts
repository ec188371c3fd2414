// The domains of a company: said to be its own, proven by a TXT record or by a code that is mailed to who runs the domain, given up.
import { randomInt, timingSafeEqual } from 'node:crypto';
import type { claimDomain, deleteDomain, mailDomainCode, SsoSetup, verifyDomain } from '#contract/auth/sso.ts';
import type { ParsedOf } from '#contract/kernel/endpoint.ts';
import { audit } from '../../../platform/audit/audit.ts';
import type { Tx } from '../../../platform/db/database.ts';
import type { Afterwards, SessionCall } from '../../../platform/feature.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { Deps } from '../deps.ts';
import { domainMail } from '../mails.ts';
import { findCompany } from '../repo/company-repo.ts';
import { hashOfCode, newSecret } from '../secrets.ts';
import {
  countTry,
  type DomainRow,
  holdConfig,
  insertDomain,
  listDomains,
  lockDomain,
  markVerified,
  putCode,
  removeDomain,
} from './config-repo.ts';
import { present, recordOf } from './setup.ts';

const MOST_DOMAINS = 50;
const CODE_SECONDS = 30 * 60;
const MAX_TRIES = 5;
/** Read out on the telephone without being misheard: 32^8 codes, of which five may be tried. */
const LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const CODE_LENGTH = 8;

export async function claim(
  deps: Deps,
  call: SessionCall,
  { domain }: ParsedOf<typeof claimDomain>,
): Promise<SsoSetup> {
  const { tx, actor } = call;
  await holdConfig(tx);
  const domains = await listDomains(tx);
  if (!domains.some((one) => one.domain === domain)) {
    if (domains.length >= MOST_DOMAINS) throw new AppError('TOO_MANY_DOMAINS');
    await insertDomain(tx, domain, newSecret());
    await audit(tx, tx.company_id, actor.employee_id, 'auth.sso_domain_claimed', { domain });
  }
  return present(call, deps);
}

/** Counted for the domain, whoever asks: nobody's mailbox is filled by us. */
export async function mailCode(
  { context, countMail }: Deps,
  { tx, actor }: SessionCall,
  { domain, mailbox }: ParsedOf<typeof mailDomainCode>,
): Promise<null> {
  const row = await lockDomain(tx, domain);
  if (!row) throw new AppError('DOMAIN_NOT_FOUND');
  if (row.verified) return null;
  await countMail(`domain ${domain}`);
  const code = Array.from({ length: CODE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  await putCode(tx, domain, hashOfCode(tx.company_id, code), CODE_SECONDS);
  const company_name = (await findCompany(tx))?.company_name ?? '';
  await context.mailer.enqueue(tx, { to: `${mailbox}@${domain}`, ...domainMail({ company_name, domain, code }) });
  await audit(tx, tx.company_id, actor.employee_id, 'auth.sso_domain_mailed', { domain, mailbox });
  return null;
}

/** Name servers may take their time: no transaction is open meanwhile. What was proven is looked at and marked in one. */
export function prove(
  deps: Deps,
  { tx: { company_id }, actor }: SessionCall,
  { domain, code }: ParsedOf<typeof verifyDomain>,
): Afterwards<SsoSetup> {
  const { db } = deps.context;
  return async () => {
    const seen = code === undefined ? await byRecord(deps, company_id, domain) : undefined;
    const outcome = await db.company(company_id, async (tx): Promise<SsoSetup | { refused: string }> => {
      const row = await lockDomain(tx, domain);
      // Given up and claimed again meanwhile, it is another claim: its record says something else.
      if (!row || (seen && seen.token !== row.token)) return { refused: 'DOMAIN_NOT_FOUND' };
      const refused = code === undefined ? undefined : await refusalOf(tx, row, code);
      if (refused) return { refused };
      if (!row.verified) await mark(tx, actor.employee_id, domain, code === undefined ? 'record' : 'mail');
      return present({ tx, actor }, deps);
    });
    if ('refused' in outcome) throw new AppError(outcome.refused);
    return outcome;
  };
}

/** The claim whose record is there, or that needs none any more. */
async function byRecord({ context: { db, outbound } }: Deps, company_id: string, domain: string): Promise<DomainRow> {
  const row = await db.company(company_id, (tx) => lockDomain(tx, domain));
  if (!row) throw new AppError('DOMAIN_NOT_FOUND');
  if (row.verified) return row;
  const { record_name, record_value } = recordOf(row);
  const records = await outbound.txt(record_name);
  if (!records.some((record) => record.trim() === record_value)) throw new AppError('DOMAIN_NOT_PROVEN');
  return row;
}

/** Of a code, under the domain's lock. Once it has proven something there is none. A wrong try is counted: refused after the commit. */
async function refusalOf(tx: Tx, row: DomainRow, code: string): Promise<string | undefined> {
  if (!row.code_hash || row.code_expired) return 'AUTH_OTP_EXPIRED';
  if (row.code_tries >= MAX_TRIES) return 'AUTH_OTP_TOO_MANY_ATTEMPTS';
  const given = hashOfCode(tx.company_id, code.replaceAll(/[\s-]/g, '').toUpperCase());
  if (timingSafeEqual(row.code_hash, given)) return undefined;
  await countTry(tx, row.domain);
  return 'AUTH_OTP_INVALID';
}

/** Under its lock. */
async function mark(tx: Tx, employee_id: string, domain: string, by: 'record' | 'mail'): Promise<void> {
  try {
    await markVerified(tx, domain);
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'sso_domain_owner') throw new AppError('DOMAIN_TAKEN');
    throw error;
  }
  await audit(tx, tx.company_id, employee_id, 'auth.sso_domain_verified', { domain, by });
}

export async function remove(
  deps: Deps,
  call: SessionCall,
  { domain }: ParsedOf<typeof deleteDomain>,
): Promise<SsoSetup> {
  const { tx, actor } = call;
  if (!(await removeDomain(tx, domain))) throw new AppError('DOMAIN_NOT_FOUND');
  await audit(tx, tx.company_id, actor.employee_id, 'auth.sso_domain_deleted', { domain });
  return present(call, deps);
}
