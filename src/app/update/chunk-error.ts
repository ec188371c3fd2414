// A part of the app that could not be fetched: after a deploy, or without a network. Told apart from bugs here.

const TEXTS =
  /dynamically imported module|importing a module script failed|ChunkLoadError|unable to preload css|error loading dynamically/i;

export const isChunkError = (error: unknown): error is Error =>
  error instanceof Error && (error.name === 'ChunkLoadError' || TEXTS.test(error.message));

/** The way into the build that the server has: in the file of what keeps the app up to date, which hangs on no other. */
export const newBuild = () => import('./new-build.ts');

/**
 * Names the error before the router sees it: its lazy routes would otherwise reload the page once, silently, and the
 * 'Update in Progress' screen would only be seen the second time. To be called before anything is rendered.
 */
export function installChunkGuard(): void {
  addEventListener('vite:preloadError', (event) => {
    const error = event.payload;
    error.name = 'ChunkLoadError';
    // The router goes by the beginning of the message.
    error.message = error.message
      .replace(/^(Failed to fetch|error loading) dynamically/i, 'Could not fetch dynamically')
      .replace(/^Importing a/, 'Could not import a');
  });
}
