// A document without what it quotes: that is somebody else's. Pure.
import type { Block, ListItem, RichText } from '#contract/rich-text.ts';

const LEFT_OUT: Block = { type: 'paragraph', content: [{ type: 'text', text: '[A quote is left out]' }] };

const ownBlock = (block: Block): Block => {
  if (block.type === 'blockquote') return LEFT_OUT;
  if (block.type !== 'bulletList' && block.type !== 'orderedList') return block;
  const content = block.content.map((item): ListItem => {
    const [first, ...rest] = item.content;
    return { ...item, content: [first, ...rest.map(ownBlock)] };
  });
  return { ...block, content };
};

export const ownWords = (body: RichText): RichText => ({ ...body, content: body.content.map(ownBlock) });
