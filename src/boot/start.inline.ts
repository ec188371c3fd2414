// Inlined into <body> as a module and hashed into the CSP: like any module it runs once the page is there. Starts the app; but where the
// page itself shows the form of signing in (src/boot/first-form.inline.ts), to somebody who was never here, not before there is a sign of
// somebody, or the worker has all of it: until then the line and the processor are for the form. Nor before what was last on the screen
// is painted. Nothing may be imported here.
{
  const html = document.documentElement;
  const { src = '', files = '' } = document.querySelector<HTMLElement>('script[data-src]')?.dataset ?? {};
  const WORKER = '/sw.js';
  const SIGNS = ['pointerdown', 'keydown', 'input', 'change', 'click', 'submit'];
  /** Of the worker, which waits for a slow line. */
  const PATIENCE_MS = 15_000;
  const AGAIN_MS = 3_000;
  const SELDOM_MS = 60_000;
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
  /** What was held back is asked for beside it (tools/vite/boot-html.ts). */
  const release = () => {
    delete html.dataset.held;
    dispatchEvent(new Event('wanted'));
    start();
  };

  const after = (ms: number) => new Promise((done) => setTimeout(done, ms));
  const heard = (of: EventTarget, ...types: readonly string[]) =>
    new Promise((done) => {
      for (const type of types) of.addEventListener(type, done, { once: true });
    });
  /** Scripts that run before that would take the paint the processor. */
  const painted = () =>
    Promise.race([new Promise((done) => requestAnimationFrame(() => setTimeout(done))), after(FRAME_MS)]);

  /** The worker has everything, or is not to be had. */
  const installed = async (workers: ServiceWorkerContainer): Promise<void> => {
    if (document.readyState !== 'complete') await heard(window, 'load');
    const registration = await workers.register(trusted.createScriptURL(WORKER), { updateViaCache: 'none' });
    const worker = registration?.installing;
    while (worker && !['activated', 'redundant'].includes(worker.state)) await heard(worker, 'statechange');
  };

  /** Whoever was never here gets the app from the worker, unless that takes too long. */
  const fetched = async (): Promise<void> => {
    const { serviceWorker } = navigator;
    if (html.dataset.splash === 'logo' && serviceWorker && !serviceWorker.controller)
      await Promise.race([installed(serviceWorker).catch(() => undefined), after(PATIENCE_MS)]);
    await painted();
  };

  /** What the server says about them is for the scripts themselves (boot.inline.ts), unless it only has no time. */
  const fetchAll = async (): Promise<boolean> => {
    const fetchOne = async (file: string) => {
      // oxlint-disable-next-line no-restricted-globals -- of the build, not of the API; and nothing is imported here
      const answer = await fetch(file);
      if (answer.status >= 500) throw new Error(String(answer.status));
      await answer.arrayBuffer();
    };
    const answers = await Promise.allSettled(files.split(' ').map(fetchOne));
    return answers.every(({ status }) => status === 'fulfilled');
  };

  /** A script that cannot be fetched is lost for this page, and what was typed with it. So all are asked for first. */
  const toBeHad = async (): Promise<void> => {
    const { serviceWorker } = navigator;
    if (serviceWorker?.controller) return;
    let there = false;
    const claimed = serviceWorker ? [heard(serviceWorker, 'controllerchange').then(() => (there = true))] : [];
    for (let ms = AGAIN_MS; !there; ms = Math.min(ms * 2, SELDOM_MS)) {
      if (await Promise.race([fetchAll(), ...claimed])) return;
      await Promise.race([after(ms), heard(window, 'online'), ...claimed]);
    }
  };

  const wait = () => {
    const waiting = new AbortController();
    const begin = () => {
      if (waiting.signal.aborted) return;
      waiting.abort();
      void toBeHad().then(release);
    };
    const listen = { capture: true, signal: waiting.signal };
    for (const sign of SIGNS) addEventListener(sign, begin, listen);
    // Browsers say that it moves, too, where only the page has come under it.
    addEventListener('pointermove', ({ movementX, movementY }) => void ((movementX || movementY) && begin()), listen);
    // Somebody has signed in in another tab. Sooner the app might look for them too soon, and would not hear of them any more.
    addEventListener('storage', ({ key }) => void (key === 'userSession' && begin()), listen);
    void fetched().then(begin);
  };

  const holds = async () => {
    const link = document.querySelector<HTMLLinkElement>('body link[rel=stylesheet]');
    // Safari does not wait for styles.
    if (link && !link.sheet && document.readyState !== 'complete')
      await Promise.race([heard(link, 'load', 'error'), heard(window, 'load')]);
    // Without them the form is not shown, and what is wrong is for the app to say.
    if (link?.sheet) wait();
    else release();
  };
  // The browser's offer to install the app comes once (src/app/settings/install/offer.ts), and may come before the app.
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    Object.assign(globalThis, { offered: event });
  });
  if ('held' in html.dataset) void holds();
  // What was last on the screen is painted first (kept-screen.inline.ts).
  else if ('kept' in html.dataset) addEventListener('kept', start, { once: true });
  else start();
}
