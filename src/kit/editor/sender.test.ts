// @vitest-environment jsdom
// Sending out of the real textarea: nothing leaves it before it is stored, and nothing typed meanwhile is lost.
import { beforeEach, describe, expect, test } from 'vitest';
import { docOf, type Mark, plainText, type RichText } from '#contract/rich-text.ts';
import { createCalm, plainHandle } from './plain/plain-handle.ts';
import { createSender, tooLarge } from './sender.ts';

let area: HTMLTextAreaElement;
let told: RichText[];
beforeEach(() => {
  area = document.createElement('textarea');
  document.body.replaceChildren(area);
  told = [];
});

const field = (gone = () => false) =>
  plainHandle(() =>
    gone()
      ? null
      : {
          area,
          fixed: null,
          calm: createCalm(),
          show: (_fixed, text) => {
            area.value = text;
          },
          tell: (doc) => told.push(doc),
        },
  );

/** A local store that is finished when the test says so. */
function store() {
  const stored: string[] = [];
  const waiting: ((fails?: Error) => void)[] = [];
  const submit = (doc: RichText) =>
    new Promise<void>((resolve, reject) => {
      waiting.push((fails) => {
        if (fails) reject(fails);
        else {
          stored.push(plainText(doc));
          resolve();
        }
      });
    });
  return {
    stored,
    submit,
    finish: (fails?: Error) => waiting.shift()?.(fails),
  };
}

describe('sending', () => {
  test('the text stays until it is stored; what was typed meanwhile stays after it', async () => {
    const { stored, submit, finish } = store();
    area.value = 'first';
    const sent = createSender().send(field(), submit, false);
    expect(area.value).toBe('first');
    area.value = 'first and more';
    finish();
    expect(await sent).toBe('sent');
    expect([stored, area.value]).toEqual([['first'], ' and more']);
    expect(told.map(plainText)).toEqual(['and more']);
  });

  test('whoever leaves before it is stored has nothing of it left; what was typed after it is told', async () => {
    const { stored, submit, finish } = store();
    area.value = 'first';
    let gone = false;
    const sent = createSender().send(
      field(() => gone),
      submit,
      false,
    );
    area.value = 'first and more';
    gone = true;
    area.remove();
    finish();
    expect(await sent).toBe('sent');
    expect([stored, told]).toEqual([['first'], [docOf(' and more')]]);
  });

  test('a second Enter meanwhile sends what has come since, once', async () => {
    const { stored, submit, finish } = store();
    const sender = createSender();
    area.value = 'one';
    const sent = sender.send(field(), submit, false);
    area.value = 'onetwo';
    expect(await sender.send(field(), submit, false)).toBe('waits');
    expect(await sender.send(field(), submit, false)).toBe('waits');
    finish();
    await expect.poll(() => stored).toEqual(['one']);
    finish();
    expect(await sent).toBe('sent');
    expect([stored, area.value, sender.busy()]).toEqual([['one', 'two'], '', null]);
  });

  test('what is typed after an Enter is no part of what that has sent, also where another one is on its way', async () => {
    const { stored, submit, finish } = store();
    const sender = createSender();
    area.value = 'one';
    const sent = sender.send(field(), submit, false);
    area.value = 'onetwo';
    await sender.send(field(), submit, false);
    area.value = 'onetwothree';
    await sender.send(field(), submit, false);
    area.value = 'onetwothree and';
    for (let i = 1; i <= 3; i++) {
      finish();
      await expect.poll(() => stored).toHaveLength(i);
    }
    expect(await sent).toBe('sent');
    expect([stored, area.value]).toEqual([['one', 'two', 'three'], ' and']);
  });

  test('of two that wait the second is refused: it stays, and what came after it; the first is out', async () => {
    const { stored, submit, finish } = store();
    const sender = createSender();
    area.value = 'one';
    const sent = sender.send(field(), submit, false);
    area.value = 'onetwo';
    await sender.send(field(), submit, false);
    area.value = 'onetwo more';
    finish();
    await expect.poll(() => stored).toEqual(['one']);
    finish(new Error('disk full'));
    expect(await sent).toBe('failed');
    expect([stored, area.value, sender.busy()]).toEqual([['one'], 'two more', null]);
  });

  test('a store that refuses leaves everything where it is, and the next try sends it', async () => {
    const { stored, submit, finish } = store();
    const sender = createSender();
    area.value = 'keep me';
    const refused = sender.send(field(), submit, false);
    finish(new Error('disk full'));
    expect(await refused).toBe('failed');
    expect(area.value).toBe('keep me');
    const sent = sender.send(field(), submit, false);
    finish();
    expect([await sent, stored]).toEqual(['sent', ['keep me']]);
  });

  test('an edited message stays in its field', async () => {
    const { submit, finish } = store();
    area.value = 'edited';
    const sent = createSender().send(field(), submit, true);
    finish();
    expect([await sent, area.value]).toEqual(['sent', 'edited']);
  });

  test('nothing and too much are not handed on', async () => {
    const { stored, submit } = store();
    area.value = ' \n ';
    expect(await createSender().send(field(), submit, false)).toBe('blank');
    area.value = 'x'.repeat(10_001);
    expect(await createSender().send(field(), submit, false)).toBe('oversize');
    expect(stored).toEqual([]);
  });

  test('the reason why it is too much', () => {
    expect(tooLarge(docOf('x'.repeat(10_000)))).toBeNull();
    expect(tooLarge(docOf('x'.repeat(10_001)))).toBe('1 character too many');
    expect(tooLarge(docOf('x'.repeat(11_500)))).toBe('1,500 characters too many');
    const many: RichText = {
      type: 'doc',
      content: Array.from({ length: 2000 }, () => ({ type: 'paragraph' })),
    };
    expect(tooLarge(many)).toBe('Too much for one message. Send it in parts.');
    const marks: Mark[] = [{ type: 'link', attrs: { href: `https://a.example/${'x'.repeat(1900)}` } }];
    const linked = (count: number): RichText => ({
      type: 'doc',
      content: [
        { type: 'paragraph', content: Array.from({ length: count }, () => ({ type: 'text', text: 'x', marks })) },
      ],
    });
    expect(tooLarge(linked(40))).toBeNull();
    expect(tooLarge(linked(60))).toBe('Too much for one message. Send it in parts.');
  });
});
