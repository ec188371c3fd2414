// The app is started again while a window of it is open: by its icon, a shortcut, or a link that belongs to it. The browser
// shows that window and tells it where to go (manifest: focus-existing), so that nothing in it is loaded anew.

interface LaunchQueue {
  setConsumer(consumer: (launch: { readonly targetURL?: string }) => void): void;
}

/** @param open goes to an address of the app, a path with its search. */
export function watchLaunches(open: (url: string) => void): void {
  const { launchQueue } = window as { readonly launchQueue?: LaunchQueue };
  // What waits already is how this page was started, also long ago: browsers tell it once more after a reload.
  let started = false;
  launchQueue?.setConsumer(({ targetURL }) => {
    if (!started || !targetURL) return;
    const { origin, pathname, search, hash } = new URL(targetURL);
    // The icon: the window is wanted as it is.
    if (origin === location.origin && pathname !== '/') open(pathname + search + hash);
  });
  started = true;
}
