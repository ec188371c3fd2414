// Inlined into <head> as a module and hashed into the CSP: like any module it runs once the page and its styles are there. Starts the app;
// but where the page itself shows the form of signing in (src/boot/first-form.inline.ts), to somebody who was never here, not before there
// is a sign of somebody, or the worker has all of it: until then the line and the processor are for the form. Nothing may be imported here.
{
  const html = document.documentElement;
  const { src = '', files = '' } = document.querySelector<HTMLElement>('script[data-src]')?.dataset ?? {};
  const WORKER = '/sw.js';
  const SIGNS = ['pointerdown', 'keydown', 'input', 'change', 'click', 'submit'];
  /** Of the worker, which waits for a slow line. */
  const PATIENCE_MS = 15_000;
  const AGAIN_MS = 3_000;
  /** No frame comes while nobody looks. */
  const FRAME_MS = 1_000;

  interface Rules {
    createScriptURL(url: string): string;
  }
  const rules: Rules = { createScriptURL: (url) => ([src, WORKER].includes(url) ? url : '') };
  const { trustedTypes } = globalThis as {
    readonly trustedTypes?: { createPolicy(name: string, rules: Rules): Rules };
  };
  // As the page's policy asks for it (tools/vite/boot-html.ts). Taken here once, nobody else can have it.
  const trusted = trustedTypes?.createPolicy('limelight-start', rules) ?? rules;

  const start = () => {
    const script = document.createElement('script');
    script.type = 'module';
    script.crossOrigin = '';
    script.src = trusted.createScriptURL(src);
    document.body.append(script);
  };

  const after = (ms: number) => new Promise((done) => setTimeout(done, ms));
  /** Scripts that run before that would take the paint the processor. */
  const painted = () =>
    Promise.race([new Promise((done) => requestAnimationFrame(() => setTimeout(done))), after(FRAME_MS)]);
  const loaded = () =>
    document.readyState === 'complete' || new Promise((done) => addEventListener('load', done, { once: true }));

  /** Until the worker has everything, or is not to be had: whoever was never here gets the app from there. */
  const fetched = async (): Promise<void> => {
    const { serviceWorker } = navigator;
    if (html.dataset.splash === 'logo' && serviceWorker && !serviceWorker.controller) {
      await loaded();
      const registration = await serviceWorker.register(trusted.createScriptURL(WORKER), { updateViaCache: 'none' });
      const worker = registration?.installing;
      const ended = new Promise<void>((done) =>
        worker?.addEventListener('statechange', () => /^activated|redundant$/.test(worker.state) && done()),
      );
      if (worker) await Promise.race([ended, after(PATIENCE_MS)]);
    }
    await painted();
  };

  const fetchAll = async (): Promise<boolean> => {
    try {
      // oxlint-disable-next-line no-restricted-globals -- of the build, not of the API; and nothing is imported here
      await Promise.all(files.split(' ').map(async (file) => (await fetch(file)).arrayBuffer()));
      return true;
    } catch {
      return false;
    }
  };

  const wait = () => {
    // The browser's offer to install the app comes once (src/app/settings/install/offer.ts).
    addEventListener('beforeinstallprompt', (event) => {
      event.preventDefault();
      Object.assign(globalThis, { offered: event });
    });
    const waiting = new AbortController();
    const { signal } = waiting;
    let asked = false;
    const begin = () => {
      if (asked) return;
      asked = true;
      void go();
    };
    const go = async () => {
      // A script that cannot be fetched is lost for this page, and what was typed with it. So they are asked for first; what the server
      // says about them then is for the scripts themselves (boot.inline.ts).
      while (!navigator.serviceWorker?.controller && !(await fetchAll()))
        await Promise.race([after(AGAIN_MS), new Promise((done) => addEventListener('online', done, { once: true }))]);
      waiting.abort();
      delete html.dataset.held;
      dispatchEvent(new Event('wanted'));
      start();
    };
    const listen = { capture: true, signal };
    for (const sign of SIGNS) addEventListener(sign, begin, listen);
    // Browsers say that it moves, too, where only the page has come under it.
    addEventListener('pointermove', ({ movementX, movementY }) => void ((movementX || movementY) && begin()), listen);
    // Somebody has signed in in another tab. Sooner the app might look for them too soon, and would not hear of them any more.
    addEventListener('storage', ({ key }) => void (key === 'userSession' && begin()), listen);
    fetched().then(begin, begin);
  };

  const { sheet } = document.querySelector<HTMLLinkElement>('body link[rel=stylesheet]') ?? {};
  // Without its styles the form is not shown, and what is wrong is for the app to say.
  if ('held' in html.dataset && sheet) wait();
  else start();
}
