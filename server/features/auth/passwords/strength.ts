// Whether a password will do: long enough, and not one of those that are tried first. No rule about mixing kinds of characters
// in a long one: length is what helps.
import { dictionary } from '@zxcvbn-ts/language-common';
import { AppError } from '../../../platform/http/errors.ts';
import { commonPasswords } from './common-passwords.ts';

/** S5: whatever a company asks for, never fewer than this. */
const FLOOR = 6;
/** product.md 6: for a company that asks for nothing, or is not there yet. */
export const DEFAULT_MINIMUM = 8;
/** From this length on, one kind of character is enough. */
const LONG = 12;

/** The 49,000 that are found most often in what was stolen elsewhere, in lower case: as they are. */
const found: ReadonlySet<string> = new Set(dictionary['passwords-common']);

export interface PasswordRule {
  /** What the company asks for. */
  readonly minimum: number;
  /** Words that belong to the person or company, which a guesser knows: names, the address. */
  readonly words: readonly string[];
}

/** AUTH_PASSWORD_SHORT (with the minimum as data) or AUTH_PASSWORD_WEAK. */
export function checkPassword(password: string, { minimum, words }: PasswordRule): void {
  const least = Math.max(FLOOR, minimum);
  if ([...password].length < least) throw new AppError('AUTH_PASSWORD_SHORT', { data: { minimum: least } });
  if (isWeak(password, words)) throw new AppError('AUTH_PASSWORD_WEAK');
}

function isWeak(password: string, words: readonly string[]): boolean {
  const characters = [...password.toLowerCase()];
  if (new Set(characters).size < 4 || isRun(characters)) return true;
  if (characters.length < LONG && kinds(password) < 2) return true;
  const folded = characters.join('');
  const cores = [folded, core(folded), core(unleet(folded))];
  return found.has(folded) || cores.some((text) => commonPasswords.has(text)) || isOwnWord(cores, words);
}

/** `Password123!` → `password`: what is left without the digits and signs around it. */
const core = (text: string): string => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');

const LEET: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
};
/** `p@ssw0rd` → `password`. The end stays, where digits are mostly just digits. */
const unleet = (text: string): string => {
  const end = /[^\p{L}]*$/u.exec(text)?.[0] ?? '';
  const body = text.slice(0, text.length - end.length);
  return body.replace(/[@431!0$57]/g, (sign) => LEET[sign] ?? sign) + end;
};

/** `Acme2026!` at Acme, `olive.owner1` for Olive Owner: a word of theirs with digits and signs around it. */
function isOwnWord(cores: readonly string[], words: readonly string[]): boolean {
  const known = words.flatMap((word) => [word, ...word.split(/[^\p{L}\p{N}]+/u)]).map((word) => word.toLowerCase());
  const squeezed = new Set(['limelight', ...known].map(squeeze).filter((word) => word.length >= 3));
  return cores.some((text) => squeezed.has(squeeze(text)) || squeezed.has(squeeze(core(text))));
}
const squeeze = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, '');

function kinds(password: string): number {
  return [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{Ll}\p{Lu}\p{N}]/u].filter((kind) => kind.test(password)).length;
}

/** `12345678`, `87654321`, `abcdefgh`: each character follows the one before. */
function isRun(characters: readonly string[]): boolean {
  const steps = characters
    .slice(1)
    .map((c, i) => (c.codePointAt(0) ?? 0) - ((characters[i] ?? '').codePointAt(0) ?? 0));
  const odd = (by: number) => steps.filter((step) => step !== by).length;
  // One break is allowed for: 1234567890.
  return odd(1) <= 1 || odd(-1) <= 1;
}
