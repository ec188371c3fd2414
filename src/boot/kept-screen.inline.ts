// Inlined into <body> and hashed into the CSP, as boot.inline.ts is: paints what was on the screen when the app was last looked
// at, if the worker has put it into the page, until the app shows the same itself. Nobody can use it, and what lies under it can
// be used already. Nothing may be imported here.
(() => {
  const GIVEN_UP_MS = 4_000;
  const COMING_MS = 1_500;
  /** Of a stylesheet: one that fails takes itself away (tools/vite/boot-html.ts). */
  const ENDS = ['load', 'error'];
  const html = document.documentElement;
  // The app is held back until this is painted (start.inline.ts, tools/vite/boot-html.ts).
  const go = () => {
    delete html.dataset.kept;
    dispatchEvent(new Event('kept'));
  };
  const data = document.getElementById('kept-data');
  if (!(data instanceof HTMLTemplateElement)) return go();
  data.remove();

  const fits = (kept: import('#src/offline/device/kept-screen.ts').KeptOf): boolean => {
    const { company_id, employee_id } = JSON.parse(localStorage.getItem('userSession') ?? '{}');
    return (
      kept.account === `${company_id}/${employee_id}` &&
      html.dataset.shell === 'in' &&
      html.dataset.splash === 'ring' &&
      kept.build === document.querySelector<HTMLElement>('script[type=module]')?.dataset.src &&
      kept.dark === html.classList.contains('dark') &&
      kept.day === new Date().toDateString() &&
      !sessionStorage.getItem('boot_failures')
    );
  };

  try {
    const kept = JSON.parse(data.dataset.kept ?? '');
    if (!fits(kept)) return go();
    const screen = document.createElement('div');
    screen.id = 'kept-screen';
    screen.inert = true;
    screen.ariaHidden = 'true';
    screen.append(data.content);
    document.body.append(screen);
    const root = document.getElementById('root');
    // The app's own column stands, but its messages come a moment later.
    const coming = `.splash${screen.querySelector('article') ? ',[role=log]:not(:has(article))' : ''}`;
    let drawn = false;
    let since = 0;
    const show = () => {
      if (!drawn || screen.className) return;
      const styles = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')];
      // The main one stands at the end of the page.
      if (!styles.some((link) => link.parentNode === document.body) || !styles.every((link) => link.sheet)) return;
      for (const type of ENDS) document.removeEventListener(type, show, true);
      since = performance.now();
      // When it is painted.
      requestAnimationFrame(() => setTimeout(go));
      screen.className = 'kept-shown';
      // Asked for sooner, the page would be laid out once more for it.
      if (kept.width !== innerWidth || kept.height !== innerHeight) return screen.remove();
      for (const element of screen.querySelectorAll<HTMLElement>('[data-kept-at]'))
        [element.scrollTop, element.scrollLeft] = (element.dataset.keptAt ?? '').split(' ').map(Number) as [
          number,
          number,
        ];
    };
    for (const type of ENDS) document.addEventListener(type, show, true);
    // After the splash has been painted, which costs nothing: all of this takes a slow processor three frames.
    const begin = () => {
      drawn = true;
      show();
    };
    requestAnimationFrame(() => setTimeout(begin));
    // No frame comes while nobody looks, and a style may hang.
    if (document.hidden) go();
    else setTimeout(go, GIVEN_UP_MS);
    // What is wrong with them is for the app to say.
    document.addEventListener('error', ({ target }) => void (target instanceof HTMLLinkElement && go()), true);
    let alone = 0;
    const look = () => {
      const splash = document.getElementById('splash');
      if (!splash) alone ||= performance.now();
      const waits = root?.querySelector(coming) && performance.now() - alone < COMING_MS;
      if (splash ? performance.now() - since < GIVEN_UP_MS : waits) return requestAnimationFrame(look);
      screen.remove();
      return go();
    };
    look();
  } catch {
    // Storage that is refused, or rubbish in it: then the app comes as it always does.
    document.getElementById('kept-screen')?.remove();
    go();
  }
})();
