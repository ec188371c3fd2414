// Which links of a message are looked at.
import { expect, test } from 'vitest';
import { docOf, type Inline, type Mark, type RichText } from '../../rich-text.ts';
import { linksOf } from './links.ts';

const link = (href: string, ...more: Mark[]): Inline => ({
  type: 'text',
  text: 'here',
  marks: [{ type: 'link', attrs: { href } }, ...more],
});
const doc = (...content: Inline[]): RichText => ({ type: 'doc', content: [{ type: 'paragraph', content }] });

test('those of the text, in reading order, each once', () => {
  const nested: RichText = {
    type: 'doc',
    content: [
      { type: 'blockquote', content: [{ type: 'paragraph', content: [link('https://a.example/')] }] },
      {
        type: 'bulletList',
        content: [{ type: 'listItem', content: [{ type: 'paragraph', content: [link('http://b.example')] }] }],
      },
      { type: 'paragraph', content: [link('https://a.example/'), link('HTTPS://c.example/', { type: 'bold' })] },
    ],
  };
  expect(linksOf(nested)).toEqual(['https://a.example/', 'http://b.example', 'HTTPS://c.example/']);
});
test('three at most', () => {
  expect(linksOf(doc(...[1, 2, 3, 4].map((n) => link(`https://${n}.example/`))))).toEqual([
    'https://1.example/',
    'https://2.example/',
    'https://3.example/',
  ]);
});
test('none in code, of other kinds, or only written out', () => {
  const code: RichText = {
    type: 'doc',
    content: [{ type: 'codeBlock', content: [{ type: 'text', text: 'https://a.example/' }] }],
  };
  for (const none of [
    code,
    doc(link('https://a.example/', { type: 'code' })),
    doc(link('mailto:a@a.example'), link('tel:1')),
    docOf('https://a.example/'),
  ])
    expect(linksOf(none)).toEqual([]);
});
test('what an old cache may hold does no harm', () => {
  for (const odd of [
    {},
    {
      content: [
        null,
        1,
        'x',
        { marks: 'x' },
        { marks: [null] },
        { marks: [{ type: 'link' }, { type: 'link', attrs: null }] },
      ],
    },
  ])
    expect(linksOf(odd as unknown as RichText)).toEqual([]);
});
