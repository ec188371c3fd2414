// What of markup may leave: how a page looks. Words become stars, addresses and ids go.
import { cssOf, propertyOf, styleOf } from './styles.ts';

type Given = Readonly<Record<string, unknown>>;

/** Attributes that style sheets ask for, and measures. None of them says whom or what something is about. */
const KEPT = new Set(
  `type dir rel media hidden disabled checked selected open multiple readonly contenteditable width height rows cols colspan
  rowspan rr_width rr_height rr_scrollTop rr_scrollLeft aria-hidden aria-expanded aria-selected aria-checked aria-current aria-pressed
  aria-busy aria-disabled data-state data-side data-align data-orientation data-disabled data-highlighted data-accent-color
  data-gray-color data-radius data-scaling data-panel-background data-has-background data-is-root-theme data-look
  data-kind data-active data-tone data-pane data-size data-unread data-color data-selected data-show data-own data-first data-open
  data-swatch data-stays data-quiet data-hue data-fit data-error data-accent data-shape data-on data-shell data-level data-failed
  data-expanded data-danger data-inline-skeleton`.split(/\s+/),
);
/** Of such an attribute: one word as code writes it, or a small number. */
const WORD = /^(?:[a-z][a-z-]{0,24}|-?\d{1,5}(?:\.\d{1,4})?(?:px|%)?|)$/;
/** Those that our markup has and ARIA knows. A list: what somebody is called can look like a role. */
const ROLES = new Set(
  `alert alertdialog application article banner button cell checkbox columnheader combobox complementary contentinfo dialog document
  feed figure form grid gridcell group heading img link list listbox listitem log main menu menubar menuitem menuitemcheckbox
  menuitemradio meter navigation none note option presentation progressbar radio radiogroup region row rowgroup rowheader scrollbar
  search searchbox separator slider spinbutton status switch tab table tablist tabpanel term textbox timer toolbar tooltip tree
  treegrid treeitem`.split(/\s+/),
);
/** Of a class: what our style sheets, the kit's and the recorder's begin with. An id in it would have digits in a row. */
const CLASS =
  /^(?!.*(?:\d{4}|[0-9a-f]{8}))(?:(?:ll|rt|rr|radix|sys|op|splash)-[\w:.-]{1,60}|sys|splash|dark|light|inline|(?:dark|light)-theme)$/;

/** Each sign is a star: how long it was is what a replay shows. */
export const masked = (text: string): string => text.replaceAll(/\S/g, '*');

export const tagOf = (tag: unknown): string =>
  typeof tag === 'string' && /^[a-z][a-z0-9-]{0,30}$/i.test(tag) ? tag : 'div';

export const attributesOf = (given: Given): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => {
      const kept = valueOf(name, value);
      return kept === undefined ? [] : [[name, kept]];
    }),
  );

function valueOf(name: string, value: unknown): unknown {
  if (name === 'style') return styled(value);
  if (name === '_cssText') return typeof value === 'string' ? cssOf(value) : undefined;
  if (name === 'class' && typeof value === 'string')
    return value
      .split(/\s+/)
      .filter((one) => one.length < 80 && CLASS.test(one))
      .join(' ');
  if (name === 'role') return typeof value === 'string' && ROLES.has(value) ? value : undefined;
  // That the words in a field are not its own yet: said by its being there. With a value it is the words themselves.
  if (name === 'data-placeholder') return value === '' ? value : undefined;
  if (!KEPT.has(name)) return undefined;
  if (typeof value !== 'string') return typeof value === 'object' && value !== null ? undefined : value;
  return WORD.test(value) ? value : undefined;
}

/** All of it, or what has changed: a value, one with its priority, or false for what is gone. */
function styled(value: unknown): unknown {
  if (typeof value === 'string') return styleOf(value);
  if (typeof value !== 'object' || value === null) return undefined;
  const kept = Object.entries(value).map(([property, given]): [string, unknown] => [
    property,
    declared(property, given),
  ]);
  return Object.fromEntries(kept.filter(([, given]) => given !== undefined));
}

function declared(property: string, given: unknown): unknown {
  if (given === false) return propertyOf(property, '0') === undefined ? undefined : false;
  if (typeof given === 'string') return propertyOf(property, given);
  const [first, priority] = Array.isArray(given) ? (given as unknown[]) : [];
  const value = typeof first === 'string' ? propertyOf(property, first) : undefined;
  return value === undefined ? undefined : [value, priority === 'important' ? priority : ''];
}
