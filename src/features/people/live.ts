// How the directory follows the company's events.
import type { PayloadOf } from '#contract/kernel/endpoint.ts';
import { directory as listDirectory } from '#contract/people/directory.ts';
import { changed, hiddenChanged, removed, rolesChanged, selfChanged } from '#contract/people/events.ts';
import type { Person } from '#contract/people.ts';
import { detailKey } from '#src/kit/people/details.ts';
import { type Directory, directoryKey } from '#src/kit/people/directory.ts';
import type { Effect, EffectTools, LiveQuery } from '#src/realtime/live-query.ts';

const PAGE = '2000';

export const directory: LiveQuery<Directory> = {
  prefix: directoryKey,
  fetch: async (_key, { call, signal }) => {
    const people: Record<string, Person> = {};
    let revision: number | undefined;
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof read>> = await read(cursor);
      for (const person of page.items) people[person.employee_id] = person;
      // The first page's: what changed while the others were read comes again as events, which may be applied twice.
      revision ??= page.revision;
      cursor = page.next_cursor;
    } while (cursor);
    return { people, revision };

    function read(from: string | null) {
      return call(listDirectory, { limit: PAGE, ...(from ? { cursor: from } : {}) }, { signal });
    }
  },
  topics: ({ revision }) => [['company', revision]],
  reduce: (data, { name, revision, payload }) => {
    if (name === changed.name) {
      const person = payload as PayloadOf<typeof changed>;
      return { people: { ...data.people, [person.employee_id]: person }, revision };
    }
    if (name === removed.name) {
      const { [(payload as PayloadOf<typeof removed>).employee_id]: _gone, ...people } = data.people;
      return { people, revision };
    }
    return { ...data, revision };
  },
};

/** Seldom needed: loaded then. */
const forgetting = () => import('#src/kit/people/forget.ts');
const forget: Effect['run'] = (frame, tools) => void forgetting().then((part) => part.forgetAbout(tools, frame));
const forgetEverybody = (tools: EffectTools) => void forgetting().then((part) => part.forgetEverybody(tools));

/** Who has gone, or hides what, was among what was missed; or what we may do. */
export const onReset = (topic: string, tools: EffectTools): void => {
  if (topic === 'company' || topic === `employee:${tools.context.self}`) forgetEverybody(tools);
};

export const effects: readonly Effect[] = [
  {
    event: rolesChanged.name,
    run: (_frame, { queryClient }) => void queryClient.invalidateQueries({ queryKey: ['roles'] }),
  },
  {
    event: changed.name,
    run: (frame, tools) => {
      const { employee_id, employee_account_status } = frame.payload as Person;
      void tools.queryClient.invalidateQueries({ queryKey: detailKey(employee_id) });
      if (employee_account_status !== 'ACTIVE') forget(frame, tools);
    },
  },
  { event: removed.name, run: forget },
  { event: hiddenChanged.name, run: forget },
  // Roles, status or profile of the person at this device: the session is read anew.
  {
    event: selfChanged.name,
    run: ({ payload }, tools) => {
      const { queryClient, context, recheck, renewSession } = tools;
      const { rights_changed, ...known } = payload as PayloadOf<typeof selfChanged>;
      renewSession(known);
      if (rights_changed) forgetEverybody(tools);
      // With other permissions other things may be seen.
      recheck();
      void queryClient.invalidateQueries({ queryKey: detailKey(context.self) });
    },
  },
];
