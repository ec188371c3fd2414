// Draws a rich-text document as React elements: allow-listed, bounded, never as HTML. Small, for every message on a page.
// Typing one stands in composer.tsx; shapes and limits in contract/rich-text.ts.
import { Fragment, type MouseEvent, type ReactNode } from 'react';
import { isAddress, type Mention, type RichText, richTextLimits, textColors } from '#contract/rich-text.ts';
import './rich-text.css';

export interface RichTextViewProps {
  /** The document. Whatever does not belong in one is left out or drawn as plain text; nothing in it can throw or run. */
  doc: RichText;
  /** What it is drawn on: `tint` (a coloured bubble) takes ink links and deeper colours, so that both stay AA. Default `sheet`. */
  ground?: 'sheet' | 'tint';
  /** Whose screen it is: mentions of this employee, and of all, stand out. */
  selfId?: string;
  /** Called with the path of a mention that was clicked plainly (no new tab, no modifier). Without it the browser follows the link. */
  onNavigate?: (path: string) => void;
}

/** A message body, a post, a comment. Emoji alone, up to three, are drawn larger. */
export function RichTextView({ doc, ground = 'sheet', selfId, onNavigate }: RichTextViewProps): ReactNode {
  'use memo';
  const drawing: Drawing = { left: richTextLimits.nodes, selfId, onNavigate };
  return (
    <div className="ll-rich" data-ground={ground} data-emoji={isEmojiOnly(doc) || undefined}>
      {drawBlocks((doc as Loose | null)?.content, 0, drawing)}
    </div>
  );
}

/** The address if a link may have it (http, https, mailto, tel; nothing hidden in it), else undefined. */
export function safeHref(href: unknown): string | undefined {
  return typeof href === 'string' && isAddress(href) ? href : undefined;
}

/** Where a mention leads, or undefined for `all`. */
export function mentionPath(mention: Mention): string | undefined {
  if (mention.kind === 'all') return undefined;
  return `${mention.kind === 'space' ? '/connect/space/' : '/profile/'}${encodeURIComponent(mention.id)}`;
}

/** True if the document is one to three emoji and nothing else. */
export function isEmojiOnly(doc: RichText): boolean {
  const [only, more] = listOf((doc as Loose | null)?.content);
  if (only?.type !== 'paragraph' || more !== undefined) return false;
  const pieces = listOf(only.content);
  if (!pieces.every((piece) => piece.type === 'text' && typeof piece.text === 'string')) return false;
  const text = pieces.map((piece) => piece.text).join('');
  // Cheap first: the emoji pattern is a large machine, and most messages have a letter in their first characters.
  return text.length <= 120 && !/\p{L}/u.test(text) && /^(?:\s*\p{RGI_Emoji}){1,3}\s*$/v.test(text);
}

// A document as it may come out of an old cache or a hostile server: nothing is believed.
interface Loose {
  type?: unknown;
  text?: unknown;
  attrs?: Record<string, unknown> | null;
  marks?: unknown;
  content?: unknown;
}
interface Drawing {
  /** Nodes that may still be drawn: a bound on work, like the depth. */
  left: number;
  selfId: string | undefined;
  onNavigate: ((path: string) => void) | undefined;
}

const listOf = (value: unknown): Loose[] =>
  Array.isArray(value) ? value.filter((one): one is Loose => typeof one === 'object' && one !== null) : [];

function drawBlocks(content: unknown, depth: number, drawing: Drawing): ReactNode[] {
  if (depth > richTextLimits.depth) return [];
  return listOf(content).map((node, key) => (drawing.left-- > 0 ? drawBlock(node, key, depth + 1, drawing) : null));
}

function drawBlock(node: Loose, key: number, depth: number, drawing: Drawing): ReactNode {
  switch (node.type) {
    case 'paragraph':
      return <p key={key}>{drawLine(node, drawing)}</p>;
    case 'heading': {
      // One rank for all three: which level a person picks for its size must not break the order of the page's headings.
      const level = node.attrs?.level;
      return (
        <h2 key={key} data-level={level === 1 || level === 2 ? level : 3}>
          {drawLine(node, drawing)}
        </h2>
      );
    }
    case 'bulletList':
      return <ul key={key}>{drawBlocks(node.content, depth, drawing)}</ul>;
    case 'orderedList':
      return (
        <ol key={key} start={Number.isSafeInteger(node.attrs?.start) ? Number(node.attrs?.start) : 1}>
          {drawBlocks(node.content, depth, drawing)}
        </ol>
      );
    case 'listItem':
      return <li key={key}>{drawBlocks(node.content, depth, drawing)}</li>;
    case 'blockquote':
      return <blockquote key={key}>{drawBlocks(node.content, depth, drawing)}</blockquote>;
    case 'codeBlock':
      return (
        <pre key={key}>
          <code>{drawLine(node, drawing)}</code>
        </pre>
      );
    case 'text':
    case 'mention':
    case 'hardBreak':
      return drawInline(node, key, drawing);
    default:
      return null;
  }
}

/** Inline content. Neighbours with the same link become one link, also where the boldness changes inside it. */
function drawLine(node: Loose, drawing: Drawing): ReactNode {
  const pieces = listOf(node.content);
  if (pieces.length === 0) return <br />;
  const drawn: ReactNode[] = [];
  for (let i = 0; i < pieces.length; ) {
    const key = i;
    const href = linkOf(pieces[i]);
    const run: ReactNode[] = [];
    do {
      const piece = pieces[i];
      if (piece && drawing.left-- > 0) run.push(drawInline(piece, i, drawing));
      i += 1;
    } while (href !== undefined && i < pieces.length && linkOf(pieces[i]) === href);
    drawn.push(href === undefined ? run[0] : drawLink(href, key, run));
  }
  // A break at the very end opens no line by itself, neither in HTML nor for the one who typed it.
  if (pieces.at(-1)?.type === 'hardBreak') drawn.push(<br key="end" />);
  return drawn;
}

const marksOf = (node: Loose | undefined): Loose[] => listOf(node?.marks).slice(0, 5);
const linkOf = (node: Loose | undefined): string | undefined =>
  safeHref(marksOf(node).find((mark) => mark.type === 'link')?.attrs?.href);

function drawLink(href: string, key: number, inside: ReactNode): ReactNode {
  const outside = /^http/i.test(href);
  return (
    <a key={key} href={href} rel="noopener noreferrer nofollow" {...(outside && { target: '_blank' })}>
      {inside}
    </a>
  );
}

function drawInline(node: Loose, key: number, drawing: Drawing): ReactNode {
  if (node.type === 'hardBreak') return <br key={key} />;
  if (node.type === 'mention') return drawMention(node, key, drawing);
  if (node.type !== 'text' || typeof node.text !== 'string') return null;
  let drawn: ReactNode = node.text;
  for (const mark of marksOf(node)) {
    if (mark.type === 'code') drawn = <code>{drawn}</code>;
    else if (mark.type === 'bold') drawn = <strong>{drawn}</strong>;
    else if (mark.type === 'italic') drawn = <em>{drawn}</em>;
    else if (mark.type === 'textStyle') {
      const color = textColors.find((one) => one === mark.attrs?.color);
      if (color) drawn = <span data-color={color}>{drawn}</span>;
    }
  }
  return <Fragment key={key}>{drawn}</Fragment>;
}

function drawMention(node: Loose, key: number, { selfId, onNavigate }: Drawing): ReactNode {
  const { kind, id, label } = node.attrs ?? {};
  if (typeof id !== 'string' || typeof label !== 'string') return null;
  if (kind !== 'employee' && kind !== 'space') {
    return (
      <span key={key} className="ll-mention" data-me={kind === 'all' || undefined}>
        @{label}
      </span>
    );
  }
  const path = mentionPath({ kind, id, label });
  const follow = (event: MouseEvent) => {
    if (!onNavigate || !path || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onNavigate(path);
  };
  return (
    <a key={key} className="ll-mention" data-me={id === selfId || undefined} href={path} onClick={follow}>
      @{label}
    </a>
  );
}
