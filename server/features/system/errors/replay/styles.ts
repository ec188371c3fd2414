// What of styles may leave: measures and colours. A style can quote what people have written, and name files.

/** Comments, addresses, quoted texts; with the escapes in them. Each part may end with the text: nothing is tried twice. */
const SAID =
  /\/\*[^*]*(?:\*(?!\/)[^*]*)*(?:\*\/)?|url\(\s*(?:"(?:[^"\\]|\\[\s\S]?)*"?|'(?:[^'\\]|\\[\s\S]?)*'?|(?:[^)\\"']|\\[\s\S]?)*)\s*\)?|"(?:[^"\\]|\\[\s\S]?)*"?|'(?:[^'\\]|\\[\s\S]?)*'?/gi;
const ID = /[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}/gi;
/** What a selector compares with, as code writes it; and signs. */
const QUOTED_WORD = /^(["'])[a-z-]{1,24}\1$/;
const QUOTED_SIGN = /^(["'])[^\w\\]{1,2}\1$/;

/** Of ours and the kit's, and what they may say: no word that is not one of styles. */
const CUSTOM = /^--(?:ll|sys|rt|radix|accent)-[a-z-]{1,60}$/;
const MEASURE_WORDS = new Set(
  `px fr em rem ch deg s ms vh vw dvh dvw svh lvh calc min max minmax clamp var rgb rgba hsl hsla oklch oklab color-mix in srgb p3
  color display-p3 auto none transparent left right top bottom center`.split(/\s+/),
);
const PROPERTY = /^[a-zA-Z-]{1,60}$/;
/** Their values are names that whoever wrote them has made up. */
const NAMING =
  /^(?:font|font-family|animation|animation-name|grid|grid-area|grid-(?:row|column)(?:-.*)?|grid-template-areas|view-transition-.*|counter-.*|container(?:-name)?|anchor-.*|position-anchor|.*timeline.*|page|quotes|content|src|will-change|list-style.*)$/i;
const MOST = 2_000;

const unsaid = (part: string): string => (/^url/i.test(part) ? 'url("")' : part.startsWith('/*') ? '' : '""');

/** A style sheet of ours, without addresses and texts. */
export const cssOf = (css: string): string =>
  css
    .replaceAll(SAID, (part, at: number) =>
      QUOTED_SIGN.test(part) || (css[at - 1] === '=' && QUOTED_WORD.test(part)) ? part : unsaid(part),
    )
    .replaceAll(ID, '');

/** What stands at an element, where also people's words could be: without any that is quoted or made up. */
export const styleOf = (css: string): string =>
  unquoted(css)
    .split(';')
    .flatMap((declaration) => {
      const colon = declaration.indexOf(':');
      const property = declaration.slice(0, Math.max(colon, 0)).trim();
      const value = measured(property, declaration.slice(colon + 1).trim());
      return value === undefined ? [] : [`${property}: ${value}`];
    })
    .join('; ');

/** The value that a property may have; undefined if it may not leave. */
export const propertyOf = (property: string, value: string): string | undefined =>
  measured(property, unquoted(value).trim());

const unquoted = (css: string): string => css.replaceAll(SAID, unsaid).replaceAll(ID, '');

function measured(property: string, value: string): string | undefined {
  // An escape outside of quotes: nobody's measure.
  if (!PROPERTY.test(property) || NAMING.test(property) || value.length > MOST || value.includes('\\'))
    return undefined;
  return property.startsWith('--') && !(CUSTOM.test(property) && isMeasure(value)) ? undefined : value;
}

const isMeasure = (value: string): boolean =>
  !/[^\x20-\x7e]/.test(value) &&
  (value.replaceAll(/#[0-9a-f]{3,8}\b|--[a-z0-9-]{1,60}/gi, '').match(/[^\W\d_](?:[\w-]*\w)?/g) ?? []).every((word) =>
    MEASURE_WORDS.has(word),
  );
