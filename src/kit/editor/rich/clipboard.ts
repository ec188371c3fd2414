// What is pasted or dropped becomes our document and nothing else. HTML is read by the editor's schema, which knows only that;
// here stand plain text, files, and what would be too much to read.
import type { EditorOptions } from '@tiptap/core';
import { Fragment, Slice } from '@tiptap/pm/model';
import type { EditorProps } from '@tiptap/pm/view';
import { docOf } from '#contract/rich-text.ts';

// A word processor wraps a page into some 100 KB of HTML. Beyond this only its text is taken: reading it would freeze the page.
const MOST_HTML = 500_000;

const CELL = /<t[dh][\s>]/i;
/** As a spreadsheet copies them: a line a row, a tab between two cells. */
const MANY = /[\t\n\r]/;
/** Behind the last row. */
const LAST_BREAK = /\r?\n$/;

/** Nothing but one table: what has words around it, or tables in it, is a page and not cells. */
function isCells(html: string): boolean {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const style of body.querySelectorAll('style')) style.remove();
  const [table, ...others] = body.querySelectorAll('table');
  return !others.length && body.textContent.trim() === table?.textContent.trim();
}

/** The part of the editor's props that deals with clipboard and drag. */
export const clipboardProps = {
  clipboardTextParser: (text, _context, _plain, view) => {
    const lines = view.state.schema.nodeFromJSON(docOf(text)).content;
    return new Slice(Fragment.from(lines), 1, 1);
  },
  handleDOMEvents: {
    paste: (view, event) => {
      const { clipboardData } = event;
      if (!clipboardData) return false;
      const html = clipboardData.getData('text/html');
      const text = clipboardData.getData('text/plain').replace(LAST_BREAK, '');
      // Of a table the schema would keep the words alone, all in one line.
      if (html.length > MOST_HTML || (CELL.test(html) && MANY.test(text) && isCells(html))) {
        event.preventDefault();
        view.pasteText(text, event);
        return true;
      }
      // A copied picture: not yet ours to take, and the browser would put it into the text.
      const filesOnly = clipboardData.files.length > 0 && !text;
      if (filesOnly) event.preventDefault();
      return filesOnly;
    },
    // The browser would leave the app to show the file.
    drop: (_view, event) => {
      const files = (event.dataTransfer?.files.length ?? 0) > 0;
      if (files) event.preventDefault();
      return files;
    },
    dragover: (_view, event) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
      return false;
    },
  },
} satisfies EditorProps;

/** Copied lines are lines elsewhere, not paragraphs with a gap. */
export const clipboardOptions = {
  clipboardTextSerializer: { blockSeparator: '\n' },
} satisfies EditorOptions['coreExtensionOptions'];
