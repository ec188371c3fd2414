import { expect, test } from 'vitest';
import { changedMail, codeMail, harmless, invitationMail, resetMail } from './mails.ts';

const link = 'https://limelight.example/sign-in/verify?token=abc&x=1';

test('code and link stand in the text and in the HTML', () => {
  const mail = codeMail({
    first_name: 'Ada',
    company_name: 'Acme',
    code: '012345',
    link,
    known: [],
    sign_in: 'https://limelight.example/',
  });
  expect(mail.subject).toContain('012345');
  expect(mail.text).toContain('Hello Ada,');
  expect(mail.text).toContain('012345');
  expect(mail.text).toContain(link);
  expect(mail.html).toContain('href="https://limelight.example/sign-in/verify?token=abc&amp;x=1"');
});

test('a known address is told so', () => {
  const given = {
    first_name: 'Ada',
    company_name: 'Acme',
    code: '012345',
    link,
    sign_in: 'https://limelight.example/',
  };
  expect(codeMail({ ...given, known: ['Globex'] }).text).toContain('already has an account on Limelight (Globex)');
  expect(codeMail({ ...given, known: [] }).text).not.toContain('already');
});

test('names cannot become markup, headers or links', () => {
  const mails = [
    invitationMail({ first_name: '<b>x</b>', company_name: 'A\r\nBcc: all & "co"', link }),
    resetMail({ first_name: '<img src=x>', company_name: "<script>alert('1')</script>", link, by: 'oneself' }),
    resetMail({ first_name: '<img src=x>', company_name: "<script>alert('1')</script>", link, by: 'administrator' }),
    changedMail({
      signed_out: 'everywhere',
      first_name: 'win at www.evil.example',
      company_name: 'https://evil.example',
      sign_in: link,
    }),
  ];
  for (const { subject, text, html } of mails) {
    expect(subject).not.toMatch(/[\r\n]/);
    expect(html).not.toMatch(/<(b|img|script)/);
    expect(text + html).not.toContain('evil.example');
  }
  expect(mails[0]?.html).toContain('&lt;b&gt;x&lt;/b&gt;');
});

test('harmless keeps names and drops advertisements', () => {
  expect(harmless('  Müller & Söhne \n GmbH ', '')).toBe('Müller & Söhne GmbH');
  expect(harmless('J. R. R.', '')).toBe('J. R. R.');
  for (const bad of ['evil.example', 'go to http://1.2.3.4', 'a@b', 'x'.repeat(81), ' '])
    expect(harmless(bad, '-')).toBe('-');
});
