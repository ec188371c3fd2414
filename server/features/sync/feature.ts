// Catching up over HTTP, and tickets for sockets. What may be seen is said by the features' topic sources.
import * as contract from '#contract/sync.ts';
import { type Heard, sinceOf } from '../../platform/events/heard.ts';
import { type Context, type Feature, implement, type TopicSource } from '../../platform/feature.ts';
import type { Tickets } from '../../platform/realtime/tickets.ts';
import { catchUp } from './service.ts';

export function syncFeature(
  _context: Context,
  ports: { tickets: Tickets; topicSources: readonly TopicSource[] },
): Feature {
  return {
    name: 'sync',
    routes: implement(contract, {
      sync: async ({ tx, actor }, { topics }) => {
        const asked = Object.keys(topics);
        const lists = await Promise.all(ports.topicSources.map((source) => source(tx, actor.employee_id, asked)));
        const own: readonly Heard[] = ['company', `employee:${actor.employee_id}`];
        const visible = new Map([...own, ...lists.flat()].map(sinceOf));
        return { topics: await catchUp(tx, topics, visible) };
      },
      ticket: async ({ actor }) => ({ ticket: ports.tickets.issue(actor) }),
    }),
  };
}
