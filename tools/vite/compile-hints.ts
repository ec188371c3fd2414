// Tells V8 which files run nearly whole when the app starts. It compiles all functions of such a file while it loads, beside the page's
// own thread, instead of each when it is first called, after having read it twice: a third of what the start of a first visit costs.
// Chromium knows it since version 136; to other browsers it is a comment. https://v8.dev/blog/explicit-compile-hints
import type { Plugin } from 'vite';

export const HINT = '//# allFunctionsCalledOnLoad\n';

/** `chunks`: their names. Throws when there is none of such a name, which would be slower without a word. */
export function compileHints(chunks: readonly string[]): Plugin {
  return {
    name: 'limelight:compile-hints',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler: (_options, bundle) => {
        const missing = new Set(chunks);
        for (const file of Object.values(bundle)) {
          if (file.type !== 'chunk' || !chunks.includes(file.name)) continue;
          missing.delete(file.name);
          file.code = HINT + file.code;
        }
        if (missing.size) throw new Error(`No file to be hinted is called ${[...missing].join(', ')}`);
      },
    },
  };
}
