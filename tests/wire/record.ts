// What is recorded of an endpoint, and how it is written: `>` for what it takes, `<` for what it says,
// and `!` at the end of a place that must be there.
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import { type Shape, shapeOf } from './shape.ts';

interface Recorded {
  readonly address: string;
  readonly input: Shape;
  readonly output: Shape;
}

export const recordOf = (endpoint: Endpoint): Recorded => ({
  address: `${endpoint.method} ${endpoint.path}`,
  input: shapeOf(endpoint.input),
  output: shapeOf(endpoint.output),
});

export function write(records: ReadonlyMap<string, Recorded>): string {
  const lines = (sign: string, shape: Shape) =>
    [...shape]
      .filter(([at]) => !at.endsWith('!'))
      .map(([at, kinds]) => `${sign}${at}${shape.has(`${at}!`) ? '!' : ''} ${kinds}`);
  return [...records]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, { address, input, output }]) =>
      [`${name} ${address}`, ...lines('>', input), ...lines('<', output), ''].join('\n'),
    )
    .join('\n');
}

export function read(text: string): ReadonlyMap<string, Recorded> {
  return new Map(
    text.split(/\n\n/).flatMap((block) => {
      const [head = '', ...lines] = block.trim().split('\n');
      const [name, address] = halves(head);
      const of = (sign: string) =>
        new Map(lines.filter((line) => line.startsWith(sign)).flatMap((line) => marked(halves(line.slice(1)))));
      return name ? [[name, { address, input: of('>'), output: of('<') }] as const] : [];
    }),
  );
}

const marked = ([at, kinds]: [string, string]): [string, string][] =>
  at.endsWith('!')
    ? [
        [at, 'must'],
        [at.slice(0, -1), kinds],
      ]
    : [[at, kinds]];

const halves = (line: string): [string, string] => {
  const at = line.indexOf(' ');
  return [line.slice(0, at), line.slice(at + 1)];
};
