// Inlined into <body> and hashed into the CSP, as boot.inline.ts is: whoever comes to sign in has the form as soon as its styles are there,
// while the app itself is on its way, or waits to be wanted (src/boot/start.inline.ts). The build has drawn it (src/app/shell/signed-out/first-form.tsx); the app takes over what was typed and sent
// (src/kit/ui/form/use-typed-before.ts). Nothing may be imported here.
(() => {
  /** As in src/boot/splash.ts. */
  const SPLASH_MS = 800;
  const HINT_MS = 3_000;
  /** Of a stylesheet: one that fails takes itself away (tools/vite/boot-html.ts). */
  const ENDS = ['load', 'error'];
  const drawn = document.getElementById('first-form-drawn');
  const root = document.getElementById('root');
  if (!(drawn instanceof HTMLTemplateElement) || !root) return;
  drawn.remove();
  const html = document.documentElement;

  const start = () => {
    const screen = document.createElement('div');
    screen.id = 'first-form';
    if (!navigator.serviceWorker?.controller) screen.dataset.plain = '';
    screen.append(drawn.content);
    // The address is for nobody's history.
    screen.addEventListener('submit', (event) => event.preventDefault());
    document.body.append(screen);
    // Where the app leads elsewhere there is nobody to take it over.
    new MutationObserver((_, observer) => {
      if (!root.querySelector('main:not(.splash, .ll-welcome-main), .ll-welcome-main form, .sys')) return;
      observer.disconnect();
      screen.remove();
    }).observe(root, { childList: true, subtree: true });

    const show = () => {
      if (!screen.isConnected) return;
      screen.className = 'shown';
      document.getElementById('splash')?.remove();
      screen.querySelector('input')?.focus();
    };
    const look = () => {
      const styles = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')];
      // The main one stands at the end of the page.
      if (!styles.some((link) => link.parentNode === document.body) || !styles.every((link) => link.sheet)) return;
      for (const type of ENDS) document.removeEventListener(type, look, true);
      const left = html.dataset.splash === 'logo' ? SPLASH_MS - performance.now() : 0;
      if (left > 0) setTimeout(show, left);
      else show();
    };
    for (const type of ENDS) document.addEventListener(type, look, true);

    const button = screen.querySelector('[type=submit]');
    const label = button?.firstElementChild;
    const busy = label?.cloneNode();
    const hint = screen.querySelector('.ll-field-below');
    if (!button || !label || !busy || !hint) return;
    busy.textContent = 'One moment…';
    let waiting: ReturnType<typeof setTimeout>;
    const send = (sent: boolean) => {
      if (sent === 'sent' in screen.dataset) return;
      clearTimeout(waiting);
      if (sent) {
        screen.dataset.sent = '';
        button.append(busy);
        waiting = setTimeout(() => (hint.textContent = 'Still loading? Check your connection.'), HINT_MS);
      } else {
        delete screen.dataset.sent;
        button.lastElementChild?.remove();
        hint.textContent = '';
      }
      button.ariaDisabled = label.ariaHidden = sent ? 'true' : null;
    };
    screen.addEventListener('submit', () => send(true));
    // Who goes on typing has not said the last word.
    screen.addEventListener('input', () => send(false));
  };

  // Known since the head of the page (src/boot/boot.inline.ts).
  if ('held' in html.dataset) start();
})();
