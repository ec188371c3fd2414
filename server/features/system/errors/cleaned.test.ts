import { expect, test } from 'vitest';
import { framesOf } from './cleaned.ts';

test('the stacks of all browsers, without what their addresses carry', () => {
  const stack = [
    'TypeError: no',
    '    at Row.render (https://chat.example/assets/more-x1.js:12:34)',
    '    at async send (https://chat.example/assets/index.js?v=2:5:6)',
    '    at https://chat.example/assets/a.js:1:2',
    'draw@https://chat.example/assets/b.js:3:4',
    '@https://chat.example/people/ines:7:8',
  ].join('\n');
  expect(framesOf(stack)).toEqual([
    { function: 'Row.render', filename: 'assets/more-x1.js', lineno: 12, colno: 34 },
    { function: 'send', filename: 'assets/index.js', lineno: 5, colno: 6 },
    { function: '?', filename: 'assets/a.js', lineno: 1, colno: 2 },
    { function: 'draw', filename: 'assets/b.js', lineno: 3, colno: 4 },
    { function: '?', filename: '<other>', lineno: 7, colno: 8 },
  ]);
});

test('what was made to keep the server busy is no line of a stack', () => {
  for (const odd of [' ', '\t', 'a ', 'at ', '(', 'x@', '<', 'a://', ':1'])
    expect(framesOf(`x\n${odd.repeat(8_000 / odd.length)}\nx`), odd).toEqual([]);
});
