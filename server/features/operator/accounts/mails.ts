// What the mails to operators say.
import { harmless, type Letter, letter } from '../../auth/service.ts';

export const linkMail = ({ by, link }: { by: string; link: string }): Letter =>
  letter({
    subject: 'Run Limelight with us',
    name: '',
    before: [
      `${harmless(by, 'An operator')} asks you to run a Limelight server with them. Set up an account of your own for it:`,
    ],
    action: { label: 'Set up my account', link },
    after: ['The link works once, within 24 hours.', 'You do not expect this? Then ignore this mail, and tell them.'],
  });

export const resetMail = ({ name, by, link }: { name: string; by: string; link: string }): Letter =>
  letter({
    subject: 'A new password for your operator account',
    name: harmless(name, ''),
    before: [`${harmless(by, 'another operator')} sends you a link to choose a new password for running Limelight.`],
    action: { label: 'Choose a new password', link },
    after: [
      'The link works once, within an hour. Your present password stays until then.',
      'You did not ask for it? Then ignore this mail, and tell them.',
    ],
  });

export const changedMail = ({ name, link, how }: { name: string; link: string; how: 'change' | 'reset' }): Letter =>
  letter({
    subject: 'Your operator password was changed',
    name: harmless(name, ''),
    before: [
      how === 'change'
        ? 'the password of your operator account on Limelight was changed, and you were signed out in all other browsers.'
        : 'the password of your operator account on Limelight was set anew by a link, and you were signed out in all other browsers.',
    ],
    action: { label: 'Sign in', link },
    after: ['It was not you? Then tell whoever runs the server with you, and look after the machine at once.'],
  });
