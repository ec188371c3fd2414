// Leaves the browser only what it reads of the contract: how an endpoint is called. What is checked is the server's part;
// the schemas, and the library they are written with, would be a tenth of what a first visit loads.
import type { Plugin } from 'vite';

/** Types still see the rest; nothing in src or sw reads it when it runs. Of `access` only counts whether it is `open`. */
const READ: Readonly<Record<string, readonly string[]>> = {
  endpoint: ['method', 'path', 'idempotency', 'queue', 'access'],
  event: ['name'],
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
  const constants = constantsOf(program);
  const look = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(look);
    if (!isNode(value)) return;
    // What stands in a function runs when it is called.
    if (/Function/.test(value.type)) return;
    if (value.type === 'CallExpression') {
      edits.push({ from: value.start, to: value.start, text: '/* @__PURE__ */ ' });
      const unread = unreadIn(value, constants);
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

type Constants = ReadonlyMap<string, Node>;

/** The objects that the module's own top-level constants hold, by name. */
function constantsOf(program: object): Constants {
  const found = new Map<string, Node>();
  for (const statement of (program as { body?: Node[] }).body ?? [])
    for (const one of statement.type === 'VariableDeclaration' ? (statement['declarations'] as Node[]) : []) {
      const init = one['init'] as Node | null;
      if (init?.type === 'ObjectExpression') found.set(nameIn(one['id']), init);
    }
  return found;
}

function unreadIn(call: Node, constants: Constants): Node[] {
  const read = READ[nameIn(call['callee'])];
  return read ? propertiesOf(call).filter((one) => !isRead(one, read, constants)) : [];
}

/** A spread is read if something in what it spreads is, or if that cannot be seen. */
function isRead(property: Node, read: readonly string[], constants: Constants): boolean {
  if (property.type === 'SpreadElement') {
    const held = constants.get(nameIn(property['argument']));
    return !held || (held['properties'] as Node[]).some((one) => isRead(one, read, constants));
  }
  const name = nameIn(property['key']);
  return read.includes(name) && (name !== 'access' || (property['value'] as Node)['value'] === 'open');
}

/** The property with the comma after it. */
function without(code: string, { start, end }: Node): { from: number; to: number } {
  const comma = /^\s*,/.exec(code.slice(end));
  return { from: start, to: end + (comma?.[0].length ?? 0) };
}
