// Days as spreadsheets write them → `2026-11-02`. Pure.

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const TIME = /[ t]\d{1,2}:\d\d.*$/;

/** `ambiguous`: it could be either of two days. */
export type Day = { readonly day: string } | { readonly problem: 'none' | 'ambiguous' };

/** `dayFirst`: how 03/04/2026 is meant, if that is known. */
export function readDay(text: string, dayFirst: boolean | null): Day {
  const given = text.toLowerCase().replace(TIME, '').replaceAll(',', ' ').trim();
  const [, year, month, day] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(given) ?? [];
  if (year) return dayOf(year, month, day);
  const [, first, mark, second, last] = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/.exec(given) ?? [];
  if (first) return ofTwo(Number(first), Number(second), last as string, mark === '.' ? true : dayFirst);
  const words = given.split(/[\s\-/.]+/);
  const at = words.findIndex((word) => /^[a-z]{3,9}$/.test(word) && MONTHS.includes(word.slice(0, 3)));
  const numbers = words.filter((_, place) => place !== at).map((word) => word.replace(/(?<=\d)(st|nd|rd|th)$/, ''));
  if (at < 0 || at > 1 || numbers.length !== 2) return { problem: 'none' };
  return dayOf(numbers[1], String(MONTHS.indexOf((words[at] as string).slice(0, 3)) + 1), numbers[0]);
}

function ofTwo(first: number, second: number, year: string, dayFirst: boolean | null): Day {
  const [asDay, asMonth] = [dayOf(year, second, first), dayOf(year, first, second)];
  if (dayFirst !== null && first <= 12 && second <= 12) return dayFirst ? asDay : asMonth;
  if (first === second || 'problem' in asMonth) return asDay;
  return 'problem' in asDay ? asMonth : { problem: 'ambiguous' };
}

function dayOf(year: unknown, month: unknown, day: unknown): Day {
  const text = [String(year), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-');
  if (!/^(19|20|21)\d\d-\d\d-\d\d$/.test(text)) return { problem: 'none' };
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.valueOf()) && at.toISOString().startsWith(text) ? { day: text } : { problem: 'none' };
}

/** How the days of a file with slashes or dashes are meant, if one of them says so: nobody writes both ways in one. */
export function orderOf(texts: readonly string[]): boolean | null {
  for (const text of texts) {
    const [, first, second] = /^(\d{1,2})[-/](\d{1,2})[-/]\d{4}/.exec(text.trim()) ?? [];
    if (first && Number(first) > 12 && Number(second) <= 12) return true;
    if (second && Number(second) > 12 && Number(first) <= 12) return false;
  }
  return null;
}
