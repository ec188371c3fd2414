// Serves `virtual:radix-themes.css`: the stylesheets of Radix Themes cut down to what our code can reach, in layers.
// The cut is made from the sources, before bundling, so that a file's content hash still tells its content.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import postcss, { type AtRule, type Root } from 'postcss';
import type { Plugin } from 'vite';

const VIRTUAL = 'virtual:radix-themes.css';

export interface RadixCssOptions {
  /** Absolute folder of the project. */
  root: string;
  /** Colour scales that are shipped; the first ones are the accents, the others serve `color="red"` and the like. */
  colours: readonly string[];
  gray: string;
  /** Our own overrides of Radix components, cut by the same rule. Relative to `root`. */
  overrides: string;
}

/** Names of Radix Themes components that the sources import. */
export function importedComponents(sources: readonly string[]): Set<string> {
  const names = new Set<string>();
  for (const source of sources) {
    for (const match of source.matchAll(/import\s*(type\s*)?\{([^}]*)\}\s*from\s*['"]@radix-ui\/themes['"]/g)) {
      if (match[1]) continue;
      for (const part of (match[2] ?? '').split(',')) {
        const name = part.trim().split(/\s+as\s+/)[0];
        if (name && !name.startsWith('type ')) names.add(name);
      }
    }
  }
  return names;
}

/** What the sources write in JSX: attribute names, and the breakpoints of responsive values (`size={{ initial: '3', md: '2' }}`). */
export interface Usage {
  attributes: ReadonlySet<string>;
  breakpoints: ReadonlySet<string>;
  /** Some attribute has a negative value (`mt="-2"`). */
  negative: boolean;
}

export function usageOf(sources: readonly string[]): Usage {
  const text = sources.filter((source) => source.includes('@radix-ui/themes')).join('\n');
  const all = (pattern: RegExp) => new Set([...text.matchAll(pattern)].map((match) => match[1] ?? ''));
  return {
    attributes: all(/\s([a-z]\w*)=/g),
    breakpoints: all(/\b(xs|sm|md|lg|xl):/g),
    negative: /=\{?['"]-\d/.test(text),
  };
}

/** Every `rt-…` word in the modules behind these components. */
export function reachableWords(dist: string, components: ReadonlySet<string>): Set<string> {
  const index = readFileSync(join(dist, 'components/index.js'), 'utf8');
  const local = new Map(
    [...index.matchAll(/(\S+) as (\w+)/g)].map((m) => [m[2] ?? '', (m[1] ?? '').replace(/^.*[{,]/, '')]),
  );
  const files: string[] = [];
  for (const line of index.matchAll(/import(?:\{([^}]*)\}|\*as (\S+) )from"(\.\/[^"]+)"/g)) {
    const names = line[2] ? [line[2]] : (line[1] ?? '').split(',').map((part) => part.split(' as ').at(-1) ?? '');
    if ([...components].some((component) => names.includes(local.get(component) ?? '')))
      files.push(join(dist, 'components', line[3] ?? ''));
  }
  const words = new Set<string>();
  const seen = new Set<string>();
  while (files.length > 0) {
    const file = files.pop() ?? '';
    if (seen.has(file)) continue;
    seen.add(file);
    const code = readFileSync(file, 'utf8');
    for (const match of code.matchAll(/rt-[A-Za-z0-9-]+/g)) words.add(match[0].replace(/-+$/, ''));
    for (const match of code.matchAll(/from"(\.[^"]+)"/g)) files.push(join(file, '..', match[1] ?? ''));
  }
  return words;
}

const plain = (selector: string) => selector.replace(/:not\((?:[^()]|\([^()]*\))*\)/g, '');

/** Removes what cannot be reached: unused classes, colours, breakpoints, wide-gamut doubles and the bundled @font-face rules. */
export function cut(
  css: Root,
  words: ReadonlySet<string>,
  usage: Usage,
  options: Pick<RadixCssOptions, 'colours' | 'gray'>,
): void {
  const prefixes = [...words].filter((word) => word.length > 4);
  const known = (name: string) => {
    // Every component takes margins and paddings, in 20 steps each: only those attributes count that are written somewhere.
    const space = name.match(/^rt-r-((?:m|p)[xytrbl]?|gap|top|right|bottom|left|inset)(?:-|$)/)?.[1];
    if (space && !usage.attributes.has(space)) return false;
    return words.has(name) || prefixes.some((prefix) => name.startsWith(`${prefix}-`));
  };
  const colours = new Set([...options.colours, 'gray']);
  const keep = (selector: string) => {
    const text = plain(selector);
    // The page's colour scheme, which the boot styles set by class: a :has() of the root looks at whatever comes or goes below it.
    if (/:root:where\(:has\(/.test(text)) return false;
    // A style more for every element there is; base.css says it once.
    if (text === '.radix-themes ::selection') return false;
    if (/rt-variant-classic|rt-high-contrast|data-panel-background='translucent'|data-scaling='(?!100%)/.test(text))
      return false;
    const accent = text.match(/data-accent-color='(\w*)'/)?.[1];
    if (accent && !colours.has(accent)) return false;
    const gray = text.match(/data-gray-color='(\w*)'/)?.[1];
    if (gray && gray !== options.gray) return false;
    const classes = [...text.matchAll(/\.(?:(xs|sm|md|lg|xl)\\:)?(-?)(rt-[A-Za-z0-9-]+)/g)];
    return classes.every(
      ([, breakpoint, minus, name]) =>
        (!breakpoint || usage.breakpoints.has(breakpoint)) && (!minus || usage.negative) && known(name ?? ''),
    );
  };
  // One gamut only: our own colours are sRGB, and a lime of another gamut beside them would look like a mistake.
  const gone = (rule: AtRule) => rule.name === 'font-face' || /color-gamut|display-p3/.test(rule.params);
  css.walkAtRules((rule) => {
    if (gone(rule)) rule.remove();
  });
  css.walkComments((comment) => {
    comment.remove();
  });
  css.walkRules((rule) => {
    const kept = rule.selectors.filter(keep);
    if (kept.length === 0) rule.remove();
    else if (kept.length < rule.selectors.length) rule.selectors = kept;
  });
  let emptied = true;
  while (emptied) {
    emptied = false;
    css.walk((node) => {
      if ((node.type === 'rule' || (node.type === 'atrule' && node.nodes)) && node.nodes?.length === 0) {
        node.remove();
        emptied = true;
      }
    });
  }
}

function sourcesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8'));
}

/** Builds the stylesheet: Radix in layer `rt`, our overrides of its components in layer `theme`. */
export function buildRadixCss(options: RadixCssOptions): string {
  const themes = join(options.root, 'node_modules/@radix-ui/themes');
  const sources = sourcesOf(join(options.root, 'src'));
  const words = reachableWords(join(themes, 'dist/esm'), importedComponents(sources));
  const usage = usageOf(sources);
  const scales = [...new Set([...options.colours, options.gray])].map((name) => `tokens/colors/${name}.css`);
  const parts = ['tokens/base.css', ...scales, 'components.css', 'utilities.css'];
  const cutFile = (file: string) => {
    const css = postcss.parse(readFileSync(file, 'utf8'), { from: file });
    cut(css, words, usage, options);
    return css.toString();
  };
  const radix = parts.map((part) => cutFile(join(themes, part))).join('\n');
  return `@layer rt {\n${radix}\n}\n@layer theme {\n${cutFile(join(options.root, options.overrides))}\n}\n`;
}

export function radixCss(options: RadixCssOptions): Plugin {
  return {
    name: 'limelight:radix-css',
    resolveId: (id) => (id === VIRTUAL ? VIRTUAL : undefined),
    load: (id) => (id === VIRTUAL ? buildRadixCss(options) : undefined),
  };
}
