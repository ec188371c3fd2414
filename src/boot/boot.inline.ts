// Inlined into <head> and hashed into the CSP: what must be known before the first paint (colours, splash or spinner),
// and what helps when the app itself does not arrive. Nothing may be imported here, and every byte is paid at each start.
(() => {
  const html = document.documentElement;
  let boot: { accent?: unknown; appearance?: unknown; signed_in?: unknown } = {};
  let splashed = false;
  try {
    // A broken record, or storage that is refused, means the defaults.
    splashed = localStorage.getItem('splashed') === 'true';
    boot = JSON.parse(localStorage.getItem('boot') ?? '{}') ?? {};
    // A company's own accent (src/kit/ui/theme/own-accent.ts).
    const css = localStorage.getItem('accent_css');
    if (css) {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      document.adoptedStyleSheets = [sheet];
    }
  } catch {}
  /**
   * Whoever comes to sign in is shown a form by the page itself. Of everybody else the app knows more: who is signed in, what went wrong, or
   * that somebody's leaving goes on.
   */
  function isFirst(): boolean {
    try {
      return (
        boot.signed_in !== true &&
        ['/', '/sign-in'].includes(location.pathname) &&
        !/[?&]error=/.test(location.search) &&
        !localStorage.getItem('userSession') &&
        localStorage.getItem('leaving') !== 'true' &&
        !sessionStorage.getItem('boot_failures')
      );
    } catch {
      // Storage that is refused: then the app comes as it always does.
      return false;
    }
  }
  const dark =
    boot.appearance === 'dark' || (boot.appearance !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  const accents = ['lime', 'violet', 'green', 'orange'];
  html.classList.add(dark ? 'dark' : 'light');
  html.dataset.accent = accents.includes(String(boot.accent)) ? String(boot.accent) : 'lime';
  html.dataset.splash = splashed ? 'ring' : 'logo';
  html.dataset.shell = boot.signed_in === true ? 'in' : 'out';
  if (isFirst()) html.dataset.held = '';

  // What breaks before there is somebody to tell it is kept for them (src/app/update/report-errors.ts).
  const early: [Event, string][] = [];
  const keep = (event: Event) => early.length < 10 && early.push([event, location.pathname]);
  for (const type of ['error', 'unhandledrejection']) addEventListener(type, keep);
  Object.assign(globalThis, { early });

  // The ground's colour is in the inlined style already; reading it there keeps one list of colours. In the frame of the first paint all
  // styles are reckoned anyway.
  const meta = document.querySelector<HTMLMetaElement>('meta[name=theme-color]');
  if (meta)
    requestAnimationFrame(() => {
      meta.content = getComputedStyle(html).getPropertyValue('--sys-desk').trim();
    });

  // Hidden until then: the fonts of a line that nobody sees yet would cost the first paint of a slow processor ten milliseconds.
  setTimeout(() => document.querySelector('.splash-hint')?.removeAttribute('hidden'), 3_000);

  // The app's own script did not load: a worker with an old or broken copy, or a deploy in between. The first time ask for
  // the new worker, the second time drop the worker and its copies (the outbox lives elsewhere); both only when the server
  // answers, because offline those copies are the app. Otherwise say so.
  let failing = false;
  const heal = async (times: number): Promise<boolean> => {
    const registration = await navigator.serviceWorker?.getRegistration();
    if (times > 2 || !registration) return false;
    await registration.update();
    if (times === 2) {
      await registration.unregister();
      // What people have written lies in one that is private.
      for (const name of await caches.keys()) if (!name.startsWith('private')) await caches.delete(name);
    } else registration.waiting?.postMessage({ type: 'SKIP_WAITING' });
    return true;
  };
  addEventListener(
    'error',
    (event) => {
      if (failing || !(event.target instanceof HTMLScriptElement)) return;
      failing = true;
      let times = 3;
      try {
        times = Number(sessionStorage.getItem('boot_failures') ?? 0) + 1;
        sessionStorage.setItem('boot_failures', String(times));
      } catch {}
      void heal(times)
        .catch(() => false)
        .then((again) => {
          if (again) return location.reload();
          const template = document.getElementById('boot-failed');
          if (!(template instanceof HTMLTemplateElement)) return;
          document.body.append(template.content.cloneNode(true));
          document.querySelector('.sys button')?.addEventListener('click', () => location.reload());
          for (const id of ['splash', 'first-form']) document.getElementById(id)?.remove();
        });
    },
    true,
  );
})();
