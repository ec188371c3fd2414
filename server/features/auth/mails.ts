// What the mails of signing in say, as text and as simple HTML. Names come from people, so everything is escaped.

export interface Letter {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

interface Parts {
  readonly subject: string;
  readonly name: string;
  readonly before: readonly string[];
  readonly code?: string;
  readonly action?: { readonly label: string; readonly link: string };
  readonly after: readonly string[];
}

/** To somebody who registered a company, or signed in before proving the address. `known`: companies they are in already. */
export function codeMail(given: {
  first_name: string;
  company_name: string;
  code: string;
  link: string;
  known: readonly string[];
  sign_in: string;
}): Letter {
  const company = harmless(given.company_name, 'your company');
  const already = given.known.map((name) => harmless(name, 'a company')).join(', ');
  return letter({
    subject: `${given.code} is your Limelight code`,
    name: harmless(given.first_name, ''),
    before: [
      ...(already
        ? [
            `This address already has an account on Limelight (${already}). If you only want to sign in, do that here: ${given.sign_in}`,
            `If you want to open ${company} besides, confirm it with this code:`,
          ]
        : [`Welcome to Limelight. Enter this code to confirm your address and open ${company}:`]),
    ],
    code: given.code,
    action: { label: 'Confirm my address', link: given.link },
    after: [
      'The code and the link are good for 10 minutes.',
      'It was not you? Then ignore this mail: nothing will happen.',
    ],
  });
}

export function invitationMail(given: { first_name: string; company_name: string; link: string }): Letter {
  const company = harmless(given.company_name, 'your company');
  return letter({
    subject: `${company} invites you to Limelight`,
    name: harmless(given.first_name, ''),
    before: [
      `your colleagues at ${company} are on Limelight, and there is a place for you. Choose a password to join them:`,
    ],
    action: { label: 'Join my colleagues', link: given.link },
    after: ['The link is good for 7 days. If it has run out, ask for a new one.'],
  });
}

export function resetMail(given: {
  first_name: string;
  company_name: string;
  link: string;
  by: 'oneself' | 'administrator';
}): Letter {
  const company = harmless(given.company_name, 'your company');
  return letter({
    subject: 'Choose a new password',
    name: harmless(given.first_name, ''),
    before: [
      given.by === 'oneself'
        ? `you asked for a new password for ${company} on Limelight. Choose one here:`
        : `an administrator of ${company} sends you this link to choose a new password on Limelight:`,
    ],
    action: { label: 'Choose a new password', link: given.link },
    after: [
      'The link works once, within 30 minutes.',
      given.by === 'oneself'
        ? 'You did not ask? Then ignore this mail: your password stays as it is.'
        : 'You do not need one? Then ignore this mail: your password stays as it is.',
    ],
  });
}

export function changedMail(given: {
  first_name: string;
  company_name: string;
  sign_in: string;
  signed_out: 'everywhere' | 'elsewhere';
}): Letter {
  const company = harmless(given.company_name, 'your company');
  const where = given.signed_out === 'everywhere' ? 'everywhere' : 'on all other devices';
  return letter({
    subject: 'Your password was changed',
    name: harmless(given.first_name, ''),
    before: [`the password of your account at ${company} was changed, and you were signed out ${where}.`],
    action: { label: 'Sign in', link: given.sign_in },
    after: [
      'It was not you? Then choose a new password at once, and tell whoever looks after Limelight at your company.',
    ],
  });
}

/** To somebody whose password was guessed at so often that it opens nothing new any more. */
export function guessedMail(given: { first_name: string; company_name: string; most: number; forgot: string }): Letter {
  const company = harmless(given.company_name, 'your company');
  return letter({
    subject: 'Choose a new password: somebody is guessing yours',
    name: harmless(given.first_name, ''),
    before: [
      `a wrong password was entered ${given.most} times for your account at ${company}, and the right one not once between.`,
      'From now on your password opens it only in browsers that you have signed in with before. Choose another one, and it works everywhere again.',
    ],
    action: { label: 'Choose a new password', link: given.forgot },
    after: ['Nobody has come in. If it was not you who tried, tell whoever looks after Limelight at your company.'],
  });
}

/** To somebody whose session was ended because an old key of it was used. `device`: what the session was known by. */
export function copiedMail(given: {
  first_name: string;
  company_name: string;
  device: { readonly name: string; readonly address: string };
  at: Date;
  time_zone: string;
  sign_in: string;
}): Letter {
  const company = harmless(given.company_name, 'your company');
  const { name, address } = given.device;
  const device = `${name}${address ? ` at ${address}` : ''}`;
  const words = { dateStyle: 'long', timeStyle: 'short', timeZone: given.time_zone } as const;
  const at = `${new Intl.DateTimeFormat('en-GB', words).format(given.at)} (${given.time_zone})`;
  return letter({
    subject: 'You were signed out on a device',
    name: harmless(given.first_name, ''),
    before: [
      `on ${at} an old key of your sign-in at ${company} was used: ${device}. That browser had been given newer ones since, so somebody else may have copied it.`,
      'We signed this device out. Nothing that you wrote is lost.',
    ],
    action: { label: 'Sign in again', link: given.sign_in },
    after: [
      'Change your password under Settings, Security, and sign out all devices there that you do not know.',
      'Then tell whoever looks after Limelight at your company.',
    ],
  });
}

/** To somebody whose second factor an administrator has taken away. */
export function factorResetMail(given: { first_name: string; company_name: string; settings: string }): Letter {
  const company = harmless(given.company_name, 'your company');
  return letter({
    subject: 'Your two-step sign-in was reset',
    name: harmless(given.first_name, ''),
    before: [
      `an administrator of ${company} has reset two-step sign-in for your account: your password alone opens it now. Set it up again when you have your phone:`,
    ],
    action: { label: 'Set it up again', link: given.settings },
    after: ['You did not ask for this? Then tell whoever looks after Limelight at your company.'],
  });
}

const FACTOR = {
  on: ['Two-step sign-in is on', 'signing in to your account now asks for a code of your authenticator app, too.'],
  off: ['Two-step sign-in is off', 'your password alone opens your account now.'],
  passkey_added: [
    'You have a new passkey',
    'a passkey was added to your account: signing in can ask for it after your password.',
  ],
  passkey_removed: ['A passkey was removed', 'a passkey of your account was removed: it does not work any more.'],
  app_removed: [
    'Your authenticator app was removed',
    'signing in does not take its codes any more, and asks for a passkey.',
  ],
  codes: ['You have new recovery codes', 'the recovery codes that you had before work no more.'],
  recovered: ['A recovery code was used', 'one of your recovery codes was used in place of the app or a passkey.'],
} as const;
export type FactorChange = keyof typeof FACTOR;

/** To whom a second factor belongs that was changed, or used in an unusual way. `left`: recovery codes. */
export function factorMail(given: {
  first_name: string;
  company_name: string;
  settings: string;
  what: FactorChange;
  left?: number | undefined;
}): Letter {
  const [subject, said] = FACTOR[given.what];
  const { left } = given;
  return letter({
    subject,
    name: harmless(given.first_name, ''),
    before: [
      `at ${harmless(given.company_name, 'your company')}, ${said}`,
      ...(left === undefined ? [] : [`${left} of your recovery codes ${left === 1 ? 'is' : 'are'} left.`]),
    ],
    action: { label: 'Look at it', link: given.settings },
    after: [
      'It was not you? Then change your password at once, and tell whoever looks after Limelight at your company.',
    ],
  });
}

/** To an owner: who answers for everybody's address was chosen by somebody who is none, or confirmed by another one. */
export function providerMail(given: {
  first_name: string;
  company_name: string;
  settings: string;
  by: string;
  issuer: string;
  what: 'chosen' | 'confirmed';
}): Letter {
  const { issuer, what, settings } = given;
  const company = harmless(given.company_name, 'your company');
  const did = `${harmless(given.by, 'a colleague')} has ${what} ${issuer} as the sign-on of ${company} on Limelight.`;
  const chosen = what === 'chosen';
  return letter({
    subject: chosen ? 'Company sign-on waits for an owner' : 'Company sign-on was confirmed',
    name: harmless(given.first_name, ''),
    before: [
      did,
      chosen
        ? 'Until an owner confirms it, it lets in nobody but who has chosen it. Confirm it only if it is your company’s: who runs it can sign in as anybody.'
        : 'It lets in everybody it knows whose address is in a proven domain of your company.',
    ],
    action: { label: 'Look at it', link: settings },
    after: ['You did not expect this? Then switch it off there, and ask them.'],
  });
}

/** To a mailbox that only who runs the domain reads. */
export function domainMail(given: { company_name: string; domain: string; code: string }): Letter {
  const company = harmless(given.company_name, 'A company');
  return letter({
    subject: `${given.code} proves ${given.domain} to Limelight`,
    name: '',
    before: [
      `${company} says that ${given.domain} is its own, and wants people with such an address to sign in with it:`,
    ],
    code: given.code,
    after: [
      'Give the code to whoever looks after Limelight at your company, if you know them. It is good for 30 minutes.',
      'You do not know of this? Then ignore this mail: nothing will happen.',
    ],
  });
}

export function letter({ subject, name, before, code, action, after }: Parts): Letter {
  const greeting = name ? `Hello ${name},` : 'Hello,';
  const text = [
    greeting,
    ...before,
    ...(code ? [code] : []),
    ...(action ? [`${action.label}: ${action.link}`] : []),
    ...after,
    'Limelight',
  ].join('\n\n');
  const paragraph = (line: string) => `<p>${escape(line)}</p>`;
  const html = [
    '<div style="font:16px/1.5 system-ui,sans-serif;max-width:34em;color:#1d211c">',
    paragraph(greeting),
    ...before.map(paragraph),
    ...(code ? [`<p style="font-size:32px;font-weight:700;letter-spacing:.2em">${escape(code)}</p>`] : []),
    ...(action
      ? [
          `<p><a href="${escape(action.link)}" style="display:inline-block;padding:12px 20px;border-radius:10px;background:#bdee63;color:#1d211c;font-weight:600;text-decoration:none">${escape(action.label)}</a></p>`,
        ]
      : []),
    ...after.map(paragraph),
    '<p style="color:#60655f">Limelight</p></div>',
  ].join('\n');
  return { subject: subject.replace(/\s+/g, ' '), text: `${text}\n`, html };
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

/**
 * A name for a mail to an address that nobody has proven yet: on one line, not long, and nothing that a mail program makes
 * a link of. Or else our mails would carry a stranger's advertisement to anybody.
 */
export function harmless(name: string, instead: string): string {
  const line = name.replace(/\s+/g, ' ').trim();
  const linked = /[a-z]+:\/\/|www\.|@|[^\s.]\.[a-z]{2,}/i.test(line);
  return linked || line.length > 80 || !line ? instead : line;
}
