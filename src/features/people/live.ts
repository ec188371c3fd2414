// How the directory follows the company's events.
import type { EventFrame, PayloadOf } from '#contract/kernel/endpoint.ts';
import { directory as listDirectory } from '#contract/people/directory.ts';
import { changed, hiddenChanged, removed, rolesChanged, selfChanged } from '#contract/people/events.ts';
import type { Person } from '#contract/people.ts';
import { detailKey } from '#src/kit/people/details.ts';
import { type Directory, directoryKey } from '#src/kit/people/directory.ts';
import type { Effect, EffectTools, LiveQuery } from '#src/realtime/live-query.ts';

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
      return call(listDirectory, from ? { cursor: from } : {}, { signal });
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

/** Milliseconds. */
const AGAIN_MS = 5_000;

/** A part that cannot be fetched now is fetched later: what has to be forgotten must be. */
function forget(tools: EffectTools, frame?: EventFrame): void {
  void import('#src/kit/people/forget.ts').then(
    (part) => part.forgetAbout(tools, frame),
    () => void setTimeout(forget, AGAIN_MS, tools, frame),
  );
}
const forgetThem: Effect['run'] = (frame, tools) => forget(tools, frame);

/** Who has gone, or hides what, was among what was missed; or, in one's own topic, what one may do. */
export const onReset = (topic: string, tools: EffectTools): void => {
  if (/^(company|employee)/.test(topic)) forget(tools);
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
      if (employee_account_status !== 'ACTIVE') forget(tools, frame);
    },
  },
  { event: removed.name, run: forgetThem },
  { event: hiddenChanged.name, run: forgetThem },
  // Roles, status or profile of the person at this device: the session is read anew.
  {
    event: selfChanged.name,
    run: ({ payload }, tools) => {
      const { queryClient, context, recheck, renewSession } = tools;
      const { status_type, rights_changed } = payload as PayloadOf<typeof selfChanged>;
      renewSession({ status_type });
      if (rights_changed) forget(tools);
      // With other permissions other things may be seen.
      recheck();
      void queryClient.invalidateQueries({ queryKey: detailKey(context.self) });
    },
  },
];
