// What a device keeps of colleagues and may no longer show. Loaded when somebody hides something or goes, which is seldom. Names and
// faces of everybody are not its business: they follow the company's events (directory.ts).
import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import type { EventFrame } from '#contract/kernel/endpoint.ts';
import { hiddenChanged, removed } from '#contract/people/events.ts';
import type { Person } from '#contract/people.ts';
import { ownWordsKey } from '#src/offline/cache/own-words.ts';
import type { CacheSchema } from '#src/offline/databases.ts';
import type { Database } from '#src/offline/open.ts';
import { detailKey } from './details.ts';

/** Whose birthday comes, and who has been here for whole years. */
export const celebrationsKey = ['people', 'celebrations'] as const;
/** Colleagues as they are listed, each with their site and department; below it what was found by something, which no device keeps. */
export const colleaguesKey = ['people', 'colleagues'] as const;
/** At which sites there is somebody. */
export const sitesKey = ['people', 'sites'] as const;

/** The screens' data, and where the device keeps what follows no topic. */
interface Kept {
  readonly queryClient: QueryClient;
  readonly db: Database<CacheSchema>;
}

/**
 * Somebody hides something of theirs, is switched off or leaves: the latter two are celebrated no more. Without an event everybody is
 * meant: who has gone, or hides what, is not known any more; or it was read with rights that are over.
 */
export async function forgetAbout(kept: Kept, event?: EventFrame): Promise<void> {
  if (!event) {
    refind(kept.queryClient);
    return forget(kept, (key) => TELLING.has(key[0]));
  }
  const { name, payload } = event;
  const { employee_id, employee_account_status } = payload as Pick<Person, 'employee_id'> & Partial<Person>;
  if (name === removed.name) {
    refind(kept.queryClient);
    return forget(kept, (key, text) => TELLING.has(key[0]) && (isList(key) || text().includes(employee_id)));
  }
  if (name === hiddenChanged.name) {
    refind(kept.queryClient);
    // When it is quiet with them tells where they are.
    void kept.queryClient.invalidateQueries({ queryKey: ['notifications', 'quiet'] });
    const about = [celebrationsKey, detailKey(employee_id)];
    return forget(kept, (key) => isList(key) || about.some((one) => below(one, key)));
  }
  // Who is invited was never celebrated.
  if (employee_account_status !== 'INVITED') await forget(kept, (key) => below(celebrationsKey, key));
}

/** What was found by a word or a filter stands on no disk, but may be looked at again. */
function refind(client: QueryClient): void {
  client.removeQueries({ queryKey: colleaguesKey, type: 'inactive' });
  void client.invalidateQueries({ queryKey: colleaguesKey });
}

/** Which queries tell of people besides those that follow topics: the first word of their keys. */
const TELLING: ReadonlySet<unknown> = new Set(['people', 'roles', 'chat', 'spaces']);

const below = (prefix: QueryKey, key: QueryKey): boolean => prefix.every((part, at) => key[at] === part);
const isList = (key: QueryKey): boolean => below(colleaguesKey, key) || below(sitesKey, key);

/** `text`: key and data as JSON, in which an id is found; made when it is asked for. */
type IsMeant = (key: QueryKey, text: () => string) => boolean;

/** What is to be forgotten in the next moment: of a thousand people who leave at once the disk is gone through once. */
const gathered = new WeakMap<Kept['db'], { readonly tests: IsMeant[]; readonly done: Promise<void> }>();

/** Of what follows no topic; resolves when it is gone. What is on the screen is read anew. */
export function forget(kept: Kept, isMeant: IsMeant): Promise<void> {
  const waiting = gathered.get(kept.db);
  if (waiting) {
    waiting.tests.push(isMeant);
    return waiting.done;
  }
  const tests = [isMeant];
  const done = new Promise<void>((next) => setTimeout(next)).then(() => {
    gathered.delete(kept.db);
    return forgetNow(kept, (key, data) => {
      if (below(ownWordsKey, key)) return false;
      let text: string | undefined;
      return tests.some((test) => test(key, () => (text ??= JSON.stringify([key, data]))));
    });
  });
  gathered.set(kept.db, { tests, done });
  return done;
}

/**
 * What is on the screen is read anew, and what was read is kept in its place; anything else goes: from memory, and from the disk, where
 * most of it is without having been opened on this page.
 */
async function forgetNow({ queryClient, db }: Kept, isMeant: (key: QueryKey, data: unknown) => boolean): Promise<void> {
  const predicate = ({ queryKey, state, meta }: Query) =>
    !meta?.['live'] && meta?.['keep'] !== false && isMeant(queryKey, state.data);
  for (const query of queryClient.getQueryCache().findAll({ predicate })) {
    const { queryKey } = query;
    if (query.isActive()) void queryClient.invalidateQueries({ queryKey, exact: true });
    else queryClient.removeQueries({ queryKey, exact: true });
  }
  // Without a disk there is nothing to forget.
  await db
    .run(async (d) => {
      const tx = d.transaction('query', 'readwrite');
      const pass = async () => {
        for await (const record of tx.store) {
          const { queryKey, state } = record.value as Pick<Query, 'queryKey' | 'state'>;
          if (isMeant(queryKey, state.data)) await record.delete();
        }
      };
      // Together: a page that is left in the middle breaks off both, and neither may be nobody's.
      await Promise.all([pass(), tx.done]);
    })
    .catch(() => undefined);
}
