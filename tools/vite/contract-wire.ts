// Leaves the browser only what it reads of the contract: how an endpoint is called. What is checked is the server's part;
// the schemas, and the library they are written with, would be a tenth of what a first visit loads.
import type { Plugin } from 'vite';

/** Types still see them; nothing in src or sw reads them when it runs. */
const UNREAD: Readonly<Record<string, readonly string[]>> = {
  endpoint: ['name', 'input', 'output', 'refs', 'errors', 'rate', 'limit', 'module'],
  event: ['payload'],
};

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}
interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** To stand after whatever turns TypeScript into JavaScript. */
export function contractWire(): Plugin {
  return {
    name: 'contract-wire',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { id: /[\\/]contract[\\/][^?]+\.ts$/ },
      handler(code) {
        return { code: wireOnly(code, this.parse(code)), map: null };
      },
    },
  };
}

/**
 * The module without those properties, its calls at the top level marked as free of side effects, so that the bundler can leave
 * out what nothing reads any more. `program`: the syntax tree of `code`.
 */
export function wireOnly(code: string, program: object): string {
  const edits: Edit[] = [];
  const look = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(look);
    if (!isNode(value)) return;
    // What stands in a function runs when it is called.
    if (/Function/.test(value.type)) return;
    if (value.type === 'CallExpression') {
      edits.push({ from: value.start, to: value.start, text: '/* @__PURE__ */ ' });
      const unread = unreadIn(value);
      for (const property of unread) edits.push({ ...without(code, property), text: '' });
      // What goes is not looked into.
      return look(unread.length ? propertiesOf(value).filter((one) => !unread.includes(one)) : value['arguments']);
    }
    for (const child of Object.values(value)) look(child);
  };
  look(program);
  // From the end on, so that places before stay true.
  return edits
    .toSorted((a, b) => b.from - a.from)
    .reduce((text, { from, to, text: put }) => text.slice(0, from) + put + text.slice(to), code);
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

const propertiesOf = (call: Node): Node[] => {
  const [given] = call['arguments'] as Node[];
  return given?.type === 'ObjectExpression' ? (given['properties'] as Node[]) : [];
};
const nameIn = (node: unknown): string => String((node as Node)['name']);

function unreadIn(call: Node): Node[] {
  const unread = UNREAD[nameIn(call['callee'])] ?? [];
  return propertiesOf(call).filter((one) => one.type === 'Property' && unread.includes(nameIn(one['key'])));
}

/** The property with the comma after it. */
function without(code: string, { start, end }: Node): { from: number; to: number } {
  const comma = /^\s*,/.exec(code.slice(end));
  return { from: start, to: end + (comma?.[0].length ?? 0) };
}
