// Reads the mails that we have written ourselves: head, and the part that is text. Not a reader of mails from anywhere. Pure.

export interface MailParts {
  readonly to: string;
  readonly subject: string;
  readonly date: string;
  readonly text: string;
}

const lines = (raw: string): string => raw.replace(/\r\n/g, '\n');

/** [head, body] */
function split(part: string): [string, string] {
  const at = part.indexOf('\n\n');
  return at < 0 ? [part, ''] : [part.slice(0, at), part.slice(at + 2)];
}

function header(head: string, name: string): string {
  const found = new RegExp(`^${name}:[ \\t]*(.*(?:\\n[ \\t].*)*)`, 'im').exec(head)?.[1] ?? '';
  return found.replace(/\n[ \t]+/g, ' ').trim();
}

const bytesOf = (quoted: string): Buffer =>
  Buffer.from(
    quoted.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );

/** `=?UTF-8?Q?Gr=C3=BC=C3=9Fe?=`; a character may stand half in one word and half in the next. */
function unfold(text: string): string {
  const together = text.replace(/\?=\s+=\?/g, '?==?');
  return together.replace(/(?:=\?[\w-]+\?[QB]\?[^?]*\?=)+/gi, (words) => {
    const bytes = [...words.matchAll(/=\?[\w-]+\?([QB])\?([^?]*)\?=/gi)].map(([, kind = '', body = '']) =>
      kind.toUpperCase() === 'B' ? Buffer.from(body, 'base64') : bytesOf(body.replaceAll('_', ' ')),
    );
    return Buffer.concat(bytes).toString('utf8');
  });
}

function decode(part: string): string {
  const [head, body] = split(part);
  const encoding = header(head, 'content-transfer-encoding').toLowerCase();
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  return encoding === 'quoted-printable' ? bytesOf(body.replace(/=\n/g, '')).toString('utf8') : body;
}

export function partsOf(raw: string): MailParts {
  const mail = lines(raw);
  const [head, body] = split(mail);
  const boundary = /boundary="?([^";\n]+)"?/i.exec(head)?.[1];
  const parts = boundary ? body.split(`--${boundary}`).map((part) => part.replace(/^\n/, '')) : [mail];
  const plain = parts.find((part) => /^content-type:\s*text\/plain/im.test(split(part)[0]));
  return {
    to: unfold(header(head, 'to')),
    subject: unfold(header(head, 'subject')),
    date: header(head, 'date'),
    text: plain === undefined ? '' : decode(plain).trim(),
  };
}
