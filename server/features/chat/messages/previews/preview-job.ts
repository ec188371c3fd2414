// Looks at what is behind the links of messages, after they were written. Several servers may run this: a job is taken for a
// minute, and whoever finishes it takes it away. Nobody waits for it, and what fails only means that there is no preview.
import { linksOf } from '#contract/chat/previews/links.ts';
import { type Message, messageCreated, messageUpdated } from '#contract/chat.ts';
import type { EventFrame } from '#contract/kernel/endpoint.ts';
import type { Context } from '../../../../platform/feature.ts';
import { codeOf } from '../../../../platform/http/log/error-code.ts';
import { modulesOf } from '../../../company/service.ts';
import type { Picture } from '../../../files/service.ts';
import type { FilePort } from '../../attachments/attachments.ts';
import { hasPreviews } from './asking.ts';
import { AGAIN_S, createPages, type LoadPage } from './pages.ts';
import { type Shown, showPages, wantedLinks } from './previews.ts';
import { endJob, findPreviewed, type Job, postponeJob, sweepPages, takeJob } from './previews-repo.ts';

/** What other servers have taken and not finished is looked for so often. */
const LOOK_MS = 10_000;
const SWEEP_MS = 3_600_000;
const BATCH = 5_000;
const AT_ONCE = 4;
const MOST_ATTEMPTS = 3;
/** After this, what failed in here is tried again. */
const FAILED_S = 5;

type Needs = Pick<Context, 'bus' | 'config' | 'db' | 'limits' | 'log' | 'outbound'>;

/** From now on. Returns the way to end it, which lets go of what is being asked: that is due again soon. */
export function keepPreviewing(context: Needs, files: FilePort): () => Promise<void> {
  const { bus, db, log } = context;
  const loadPage = createPages(context, files);
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();

  const work = async () => {
    while (!stopping.signal.aborted) {
      const job = await db.system(takeJob);
      if (!job) return;
      try {
        // What was begun so often and never ended has brought the server down with it.
        if (job.attempts > MOST_ATTEMPTS) await db.company(job.company_id, (tx) => endJob(tx, job));
        else await look(context, files, loadPage, job, stopping.signal);
      } catch (error) {
        log.error({ err: error, message_id: job.message_id }, 'link previews');
        // One that cannot be done must not be tried for ever.
        const isLast = job.attempts >= MOST_ATTEMPTS;
        await db.company(job.company_id, (tx) =>
          isLast ? endJob(tx, job) : postponeJob(tx, job, FAILED_S, codeOf(error)),
        );
      }
    }
  };
  const wake = () => {
    if (running.size >= AT_ONCE || stopping.signal.aborted) return;
    const one = work()
      .catch((error: unknown) => log.error({ err: error }, 'link previews'))
      .finally(() => running.delete(one));
    running.add(one);
  };
  const sweep = async () => {
    while ((await db.system((tx) => sweepPages(tx, BATCH))) === BATCH);
  };

  bus.onCommitted(({ events }) => {
    if (events.some(hasLinks)) wake();
  });
  const looking = setInterval(wake, LOOK_MS);
  const sweeping = setInterval(() => {
    sweep().catch((error: unknown) => log.error({ err: error }, 'sweeping pages'));
  }, SWEEP_MS);
  for (const timer of [looking, sweeping]) timer.unref();
  wake();
  return async () => {
    stopping.abort();
    for (const timer of [looking, sweeping]) clearInterval(timer);
    await Promise.all(running);
  };
}

const WRITTEN: ReadonlySet<string> = new Set([messageCreated.name, messageUpdated.name]);

function hasLinks({ name, payload }: EventFrame): boolean {
  const body = WRITTEN.has(name) ? (payload as Pick<Message, 'body'>).body : null;
  return body !== null && linksOf(body).length > 0;
}

async function look(
  { db, config }: Needs,
  files: FilePort,
  loadPage: LoadPage,
  job: Job,
  signal: AbortSignal,
): Promise<void> {
  const { company_id, message_id } = job;
  const message = await db.company(company_id, async (tx) =>
    (await hasPreviews(tx)) && (await modulesOf(tx)).includes('chat') ? findPreviewed(tx, message_id) : undefined,
  );
  const links = message ? wantedLinks(message).filter((url) => !isOwn(url, config.publicUrl)) : [];
  const found = new Map(
    await Promise.all(links.map(async (url) => [url, await loadPage(company_id, url, signal)] as const)),
  );
  if (signal.aborted) return;
  const shown = new Map<string, Shown>();
  for (const [url, { page, picture }] of found) {
    const has = message?.previews?.some((one) => one.url === url && one.image);
    const image = message && picture && !has ? await keep(files, company_id, message.sender_id, picture) : null;
    shown.set(url, { page, image });
  }
  const isPassing = [...found.values()].some(({ passing }) => passing);
  await db.company(company_id, async (tx) => {
    // It may have been switched off while we were asking.
    if (shown.size && (await hasPreviews(tx))) await showPages(tx, files, message_id, shown);
    if (isPassing && job.attempts < MOST_ATTEMPTS) await postponeJob(tx, job, AGAIN_S, 'PASSING');
    else await endJob(tx, job);
  });
}

async function keep(files: FilePort, company_id: string, sender_id: string, picture: Picture): Promise<Shown['image']> {
  const { bytes, width, height } = picture;
  return { file_id: await files.keepPicture(company_id, sender_id, picture), size: bytes.length, width, height };
}

/** Limelight itself has nothing to say to who is not signed in. */
const isOwn = (url: string, publicUrl: string | undefined): boolean =>
  publicUrl !== undefined && URL.canParse(url) && new URL(url).host === new URL(publicUrl).host;
