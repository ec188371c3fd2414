// The mail in the morning to who has no device that takes pushes. Names come from people, so everything is escaped.
import type { Mail } from '../../../../platform/mail/mail.ts';

export interface Digest {
  readonly first_name: string;
  readonly company_name: string;
  /** "3 direct messages, 2 mentions". */
  readonly counts: string;
  /** Where the most is; null if the mail is not to say so. */
  readonly where: string | null;
  readonly appUrl: string;
}

export function digestMail({ first_name, company_name, counts, where, appUrl }: Digest): Omit<Mail, 'to'> {
  const name = oneLine(first_name);
  const company = oneLine(company_name);
  const lines = [
    name ? `Good morning ${name},` : 'Good morning,',
    `this is waiting for you at ${company}: ${counts}.`,
    ...(where ? [`Most of it is from ${oneLine(where)}.`] : []),
  ];
  const settings = `${appUrl}/settings/notifications`;
  const text = [
    ...lines,
    `Read it: ${appUrl}/notifications`,
    'This mail comes at most once a day, and not at all where a device of yours takes notifications.',
    `Change that, or end these mails: ${settings}`,
    'Limelight',
  ];
  const html = [
    '<div style="font:16px/1.5 system-ui,sans-serif;max-width:34em;color:#1d211c">',
    ...lines.map((line) => `<p>${escape(line)}</p>`),
    `<p><a href="${escape(appUrl)}/notifications" style="display:inline-block;padding:12px 20px;border-radius:10px;background:#bdee63;color:#1d211c;font-weight:600;text-decoration:none">Read it</a></p>`,
    `<p style="color:#60655f">This mail comes at most once a day, and not at all where a device of yours takes notifications. <a href="${escape(settings)}">Change that, or end these mails</a>.</p>`,
    '<p style="color:#60655f">Limelight</p></div>',
  ];
  return { subject: `Waiting for you: ${counts}`, text: `${text.join('\n\n')}\n`, html: html.join('\n') };
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => SIGNS[sign] ?? sign);
