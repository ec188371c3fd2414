// Registering a company, and asking for another code. Until the address is proven there is a registration and nothing else.
import { v7 as uuid } from 'uuid';
import type { register, resend } from '#contract/auth.ts';
import type { ParsedOf, ResponseOf } from '#contract/kernel/endpoint.ts';
import { knownTimeZone } from '#contract/time-zone.ts';
import type { OpenCall } from '../../../platform/feature.ts';
import type { Deps } from '../deps.ts';
import { checkPassword, DEFAULT_MINIMUM } from '../passwords/strength.ts';
import { findAsked, insertRegistration } from '../repo/registration-repo.ts';
import { addressKey, hashOf } from '../secrets.ts';
import { accountsOf, knownCompanies, sharedSalt } from './accounts.ts';
import { atLeast } from './pace.ts';
import { newProof, PROOF_SECONDS, RESEND_SECONDS, resendProof, sendProof } from './proof.ts';

/** Mail providers: having an address there says nothing about the domain. */
const SHARED_DOMAINS = new Set(
  'gmail.com googlemail.com outlook.com hotmail.com live.com msn.com yahoo.com ymail.com icloud.com me.com mac.com aol.com gmx.com gmx.de gmx.net web.de mail.com mail.ru yandex.ru yandex.com proton.me protonmail.com zoho.com qq.com 163.com 126.com'.split(
    ' ',
  ),
);

/** The answer is the same for every address; only the mail says that it has an account already. */
export async function registerCompany(
  deps: Deps,
  call: OpenCall,
  input: ParsedOf<typeof register>,
): Promise<ResponseOf<typeof register>> {
  const { company_name, first_name, last_name, email_id, password } = input;
  checkPassword(password, {
    minimum: DEFAULT_MINIMUM,
    words: [company_name, first_name, last_name, localPart(email_id)],
  });
  const email_key = addressKey(email_id);
  await deps.countMail(email_key);
  const asker = hashOf(deps.askers.remember(call, email_id));
  const { context, hasher, people, publicUrl } = deps;
  const accounts = await context.db.system((tx) => accountsOf(tx, people, email_id));
  const password_hash = await hasher.hash(password, sharedSalt(hasher, accounts));
  const company_id = uuid();
  const employee_id = uuid();
  const proof = newProof(company_id);
  const time_zone = knownTimeZone(input.time_zone ?? 'UTC');
  const domain = ownDomain(email_key, input.domain);
  const row = { company_id, employee_id, company_name, first_name, last_name, email: email_id, email_key, asker };
  await context.db.company(company_id, async (tx) => {
    await insertRegistration(tx, { ...row, time_zone, domain, password_hash, ...proof }, PROOF_SECONDS);
    await sendProof(tx, { mailer: context.mailer, publicUrl }, row, proof, knownCompanies(accounts));
  });
  return { company_id, employee_id, verification_pending: true };
}

/**
 * Another code, at most once a minute, if anything waits for one that this browser has asked for: others neither replace the code
 * that somebody is about to type, nor use up their mails. Tells nothing, by its answer or its time.
 */
export async function resendCode(deps: Deps, call: OpenCall, { email_id }: ParsedOf<typeof resend>): Promise<null> {
  const email_key = addressKey(email_id);
  const asker = deps.askers.known(call, email_id);
  if (asker !== undefined) await deps.countMail(email_key);
  deps.decoys.renew(email_key, RESEND_SECONDS * 1000);
  return atLeast(async () => {
    const { context, people, publicUrl } = deps;
    if (asker === undefined) return null;
    const [waiting, accounts] = await context.db.system((tx) =>
      Promise.all([findAsked(tx, email_key, hashOf(asker)), accountsOf(tx, people, email_id)]),
    );
    if (!waiting) return null;
    const way = { mailer: context.mailer, publicUrl };
    await context.db.company(waiting.company_id, (tx) => resendProof(tx, way, knownCompanies(accounts)));
    return null;
  });
}

const localPart = (email: string): string => email.slice(0, email.lastIndexOf('@'));

/** A company may be found by a domain only if its owner's address, soon proven, is in it. */
function ownDomain(email_key: string, asked: string | undefined): string | null {
  const domain = asked?.toLowerCase();
  return domain && email_key.endsWith(`@${domain}`) && !SHARED_DOMAINS.has(domain) ? domain : null;
}
