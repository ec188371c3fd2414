// The mails about an export: that somebody asked for it on one's behalf, and that it is ready. Neither holds anything of it. Names come
// from people, so everything is escaped.
import type { Mail } from '../../platform/mail/mail.ts';
import { escapeHtml } from './archive/escape.ts';

interface About {
  readonly first_name: string;
  readonly company_name: string;
  /** For so many days the file is kept. */
  readonly days: number;
  /** Where it is fetched. */
  readonly settings: string;
}
type Letter = Omit<Mail, 'to'>;

export const readyMail = ({ first_name, company_name, days, settings }: About): Letter =>
  letter('Your data is ready', first_name, settings, [
    `The copy of your data at ${oneLine(company_name)} is ready. Sign in and download it in the settings, under Privacy.`,
    `It is there for ${days} days. Nobody else can download it.`,
    'You did not ask for this? Then change your password, and tell whoever looks after Limelight at your company.',
  ]);

export const askedForYouMail = ({ first_name, company_name, days, settings, by }: About & { by: string }): Letter =>
  letter('A copy of your data is being made', first_name, settings, [
    `${oneLine(by)} has asked for a copy of your data at ${oneLine(company_name)} on your behalf.`,
    `Only you can download it: in the settings, under Privacy. A mail tells you when it is ready; it is there for ${days} days.`,
    'You did not ask for that? Nobody sees anything of it but you; talk to them if you wonder why.',
  ]);

function letter(subject: string, first_name: string, settings: string, lines: readonly string[]): Letter {
  const name = oneLine(first_name);
  const all = [name ? `Hello ${name},` : 'Hello,', ...lines];
  const text = `${[...all, `Settings: ${settings}`, 'Limelight'].join('\n\n')}\n`;
  const html = [
    '<div style="font:16px/1.5 system-ui,sans-serif;max-width:34em;color:#1d211c">',
    ...all.map((line) => `<p>${escapeHtml(line)}</p>`),
    `<p><a href="${escapeHtml(settings)}" style="display:inline-block;padding:12px 20px;border-radius:10px;background:#bdee63;color:#1d211c;font-weight:600;text-decoration:none">Open settings</a></p>`,
    '<p style="color:#60655f">Limelight</p></div>',
  ];
  return { subject, text, html: html.join('\n') };
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
