// Typing lays out what stands in the field, and not the page around it: that takes the field's height from here. Of a key on a slow
// processor the layout of everything was a tenth.
import type { Editor } from '@tiptap/core';
import { useEffect } from 'react';

/** For as long as the component stands that draws the editor's content. */
export function useOwnLayout(editor: Editor): void {
  useEffect(() => {
    const { dom } = editor.view;
    let height = -1;
    const fit = () => {
      const box = dom.parentElement;
      const { offsetHeight } = dom;
      // While it is not shown it has none, and comes back with the one that it had.
      if (!box || !offsetHeight || height === offsetHeight) return;
      height = offsetHeight;
      box.style.contain = 'size layout';
      box.style.height = `${height}px`;
    };
    // What nobody has typed changes the height, too: another width, a font that comes late. In the next frame: to others that watch sizes
    // it could not be told any more in this one.
    let frame = 0;
    const sizes = new ResizeObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(fit);
    });
    sizes.observe(dom);
    editor.on('transaction', fit);
    return () => {
      cancelAnimationFrame(frame);
      sizes.disconnect();
      editor.off('transaction', fit);
    };
  }, [editor]);
}
