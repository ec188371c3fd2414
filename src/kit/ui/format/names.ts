// Initials and avatar colours (specification, section 9).

/** In this order, and modulo 21: the last five never occur. */
export const avatarColours = [
  'gray',
  'gold',
  'bronze',
  'brown',
  'yellow',
  'amber',
  'orange',
  'tomato',
  'red',
  'ruby',
  'crimson',
  'pink',
  'plum',
  'purple',
  'violet',
  'iris',
  'indigo',
  'blue',
  'cyan',
  'teal',
  'jade',
  'green',
  'grass',
  'lime',
  'mint',
  'sky',
] as const;
export type AvatarColour = (typeof avatarColours)[number];

/** The sum of the name's character codes picks the colour. */
export function avatarColour(name: string): AvatarColour {
  let sum = 0;
  for (let index = 0; index < name.length; index += 1) sum += name.charCodeAt(index);
  return avatarColours[sum % 21] ?? 'gray';
}

const first = (text: string) => [...text.trim()][0] ?? '';

/** First letters of first and last name; of a single name, its first letter. */
export function initials(firstName: string, lastName = ''): string {
  return (first(firstName) + first(lastName)).toLocaleUpperCase('en');
}

/** The same from one string: "Mill Lane crew" → "MC". */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  return initials(words[0] ?? '', words.length > 1 ? words.at(-1) : '');
}

export const fullName = (person: { first_name: string; last_name: string }): string =>
  `${person.first_name} ${person.last_name}`.trim();
