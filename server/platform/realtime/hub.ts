// Who hears what: sockets by topic, presence, typing. Decides nothing about permissions: subscriptions come from the
// features' topic sources when a socket opens, and from committed transactions afterwards.
import type { WebSocket } from 'ws';
import type { EventFrame } from '#contract/kernel/endpoint.ts';
import { close, type FromServer, type Presence } from '#contract/sync.ts';
import type { Actor } from '../actor.ts';
import type { Bus } from '../bus/bus.ts';
import type { Committed } from '../db/database.ts';
import { asHeard, type Heard, sinceOf } from '../events/heard.ts';
import { createInOrder } from './in-order.ts';
import { createOutlet, type Sink } from './outlet.ts';

/** Sockets that a session may have open. A browser has one for all its tabs; one without Web Locks (plain http) has one for each. */
const MAX_OF_SESSION = 40;

/** One open, signed-in socket. */
export interface Connection extends Sink {
  readonly actor: Actor;
  /** The tab or device that opened it: a newer socket of the same one takes over. */
  readonly client_id: string;
  /** With the seq up to which each one's past is hidden. */
  readonly topics: Map<string, number>;
  /** Topics that ended while the socket was being opened: what is read meanwhile may still have them. Not there once it is open. */
  left: Set<string> | undefined;
  /** The person is at this device. */
  active: boolean;
}

/** What a person chose to be seen as; `Automatic` follows whether a socket is active. */
export type ChosenStatus = Presence | 'Automatic';

export interface Hub {
  /** Subscribes and says `ready`. Events committed from the moment `topics` was read on must not be missed: read it after `hold`. */
  hold(ws: WebSocket, actor: Actor, client_id: string): Connection;
  open(connection: Connection, topics: Iterable<Heard>, status: ChosenStatus): void;
  drop(connection: Connection): void;
  setActive(connection: Connection, active: boolean): void;
  typing(connection: Connection, conversation_id: string): void;
  /** A person chose another status: tell the company, if they are there at all. */
  setStatus(company_id: string, employee_id: string, status: ChosenStatus): void;
  presenceOf(company_id: string, employee_id: string): Presence;
  /** Who is shown as available at this moment. */
  availableIn(company_id: string): string[];
  /** True if the person is at one of their devices, whatever they chose to be seen as. */
  isHere(company_id: string, employee_id: string): boolean;
  readonly size: number;
  closeAll(code: number, reason: string): void;
}

interface Company {
  readonly people: Map<string, Set<Connection>>;
  readonly topics: Map<string, Set<Connection>>;
  /** Of a topic's hearers those from whom some of its past is hidden. */
  readonly late: Map<string, Set<Connection>>;
  readonly all: Set<Connection>;
  /** What is told of whom; nobody in it appears offline. */
  readonly shown: Map<string, Presence>;
  readonly chosen: Map<string, ChosenStatus>;
}

export function createHub(bus: Bus): Hub {
  const companies = new Map<string, Company>();
  const outlet = createOutlet<Connection>();
  let size = 0;

  const companyOf = (id: string): Company => {
    let company = companies.get(id);
    if (!company)
      companies.set(
        id,
        (company = {
          people: new Map(),
          topics: new Map(),
          late: new Map(),
          all: new Set(),
          shown: new Map(),
          chosen: new Map(),
        }),
      );
    return company;
  };
  const say = (connection: Connection, message: FromServer) => outlet.send(connection, JSON.stringify(message));

  const join = (connection: Connection, heard: Heard) => {
    const [topic, { since_seq }] = sinceOf(heard);
    connection.left?.delete(topic);
    if (connection.topics.has(topic)) return;
    connection.topics.set(topic, since_seq);
    const company = companyOf(connection.actor.company_id);
    add(company.topics, topic, connection);
    if (since_seq) add(company.late, topic, connection);
  };
  const part = (connection: Connection, topic: string) => {
    connection.left?.add(topic);
    if (!connection.topics.delete(topic)) return;
    const company = companyOf(connection.actor.company_id);
    take(company.topics, topic, connection);
    take(company.late, topic, connection);
  };

  const presence = (company_id: string, employee_id: string): Presence => {
    const company = companies.get(company_id);
    const sockets = company?.people.get(employee_id);
    if (!company || !sockets) return 'Appear Offline';
    const chosen = company.chosen.get(employee_id) ?? 'Automatic';
    if (chosen !== 'Automatic') return chosen;
    return [...sockets].some((s) => s.active) ? 'Available' : 'Appear Offline';
  };
  const refresh = (company_id: string, employee_id: string) => {
    const company = companies.get(company_id);
    if (!company) return;
    const now = presence(company_id, employee_id);
    if ((company.shown.get(employee_id) ?? 'Appear Offline') === now) return;
    if (now === 'Appear Offline') company.shown.delete(employee_id);
    else company.shown.set(employee_id, now);
    outlet.broadcast(
      company.all,
      JSON.stringify({ type: 'presence', employee_id, presence: now } satisfies FromServer),
    );
  };

  const broadcast = (hearers: Iterable<Connection>, { topic, revision, name, payload }: EventFrame) =>
    outlet.broadcast(hearers, JSON.stringify({ type: 'event', topic, revision, name, payload } satisfies FromServer));
  const inOrder = createInOrder((company_id, event) => {
    const { topics, late } = companies.get(company_id) ?? {};
    const hearers = topics?.get(event.topic);
    if (!hearers) return;
    const hidden = [...(late?.get(event.topic) ?? [])].flatMap((connection) => {
      const heard = asHeard(event, connection.topics.get(event.topic) ?? 0);
      return heard === event ? [] : [{ connection, heard }];
    });
    if (!hidden.length) return broadcast(hearers, event);
    broadcast(hearers.difference(new Set(hidden.map(({ connection }) => connection))), event);
    for (const { connection, heard } of hidden) broadcast([connection], heard);
  });
  const deliver = ({ company_id, events, subscriptions }: Committed) => {
    const company = companies.get(company_id);
    if (!company) return;
    // Additions before the events, so that a new member hears the first one; removals after, so that a leaver hears the last.
    for (const { employee_id, add: topics } of subscriptions)
      for (const c of company.people.get(employee_id) ?? []) for (const t of topics ?? []) join(c, t);
    for (const event of events) inOrder.take(company_id, event);
    for (const { employee_id, remove: topics } of subscriptions)
      for (const c of company.people.get(employee_id) ?? []) for (const t of topics ?? []) part(c, t);
  };
  bus.onCommitted(deliver);
  bus.onSignal((signal) => {
    if (signal.type === 'company_suspended')
      for (const c of [...(companies.get(signal.company_id)?.all ?? [])])
        c.ws.close(close.session, 'The company is suspended');
    if (signal.type !== 'sessions_ended') return;
    for (const c of [...(companies.get(signal.company_id)?.people.get(signal.employee_id) ?? [])]) {
      if (!signal.session_ids || signal.session_ids.includes(c.actor.session_id))
        c.ws.close(close.session, 'The session is over');
    }
  });

  return {
    hold: (ws, actor, client_id) => {
      const connection: Connection = {
        ws,
        actor,
        client_id,
        topics: new Map(),
        left: new Set(),
        waiting: [],
        active: true,
      };
      const company = companyOf(actor.company_id);
      for (const other of [...(company.people.get(actor.employee_id) ?? [])]) {
        if (other.client_id === client_id) other.ws.close(close.replaced, 'Another socket of this client took over');
      }
      // One holds for all tabs of a browser. The oldest goes: it may be one whose network is gone.
      const open = [...(company.people.get(actor.employee_id) ?? [])].filter(
        (other) => other.actor.session_id === actor.session_id && other.ws.readyState === 1,
      );
      for (const oldest of open.slice(0, Math.max(0, open.length + 1 - MAX_OF_SESSION)))
        oldest.ws.close(close.replaced, 'Newer sockets of this session took over');
      add(company.people, actor.employee_id, connection);
      company.all.add(connection);
      size++;
      join(connection, 'company');
      join(connection, `employee:${actor.employee_id}`);
      return connection;
    },
    open: (connection, topics, status) => {
      for (const heard of topics) if (!connection.left?.has(sinceOf(heard)[0])) join(connection, heard);
      connection.left = undefined;
      const { company_id, employee_id } = connection.actor;
      companyOf(company_id).chosen.set(employee_id, status);
      say(connection, { type: 'ready', presence: Object.fromEntries(companyOf(company_id).shown) });
      refresh(company_id, employee_id);
    },
    drop: (connection) => {
      const { company_id, employee_id } = connection.actor;
      const company = companyOf(company_id);
      if (!company.all.delete(connection)) return;
      size--;
      for (const topic of [...connection.topics.keys()]) part(connection, topic);
      take(company.people, employee_id, connection);
      refresh(company_id, employee_id);
      if (!company.people.has(employee_id)) company.chosen.delete(employee_id);
      if (!company.all.size) companies.delete(company_id);
    },
    setActive: (connection, active) => {
      connection.active = active;
      refresh(connection.actor.company_id, connection.actor.employee_id);
    },
    typing: (connection, conversation_id) => {
      const { company_id, employee_id } = connection.actor;
      const topic = `conversation:${conversation_id}`;
      // Only who hears a conversation may be seen typing in it.
      if (!connection.topics.has(topic)) return;
      const others = [...(companyOf(company_id).topics.get(topic) ?? [])].filter(
        (c) => c.actor.employee_id !== employee_id,
      );
      outlet.broadcast(others, JSON.stringify({ type: 'typing', conversation_id, employee_id } satisfies FromServer));
    },
    setStatus: (company_id, employee_id, status) => {
      const company = companies.get(company_id);
      if (!company?.people.has(employee_id)) return;
      company.chosen.set(employee_id, status);
      refresh(company_id, employee_id);
    },
    presenceOf: (company_id, employee_id) => companies.get(company_id)?.shown.get(employee_id) ?? 'Appear Offline',
    availableIn: (company_id) =>
      [...(companies.get(company_id)?.shown ?? [])].flatMap(([id, shown]) => (shown === 'Available' ? [id] : [])),
    isHere: (company_id, employee_id) =>
      [...(companies.get(company_id)?.people.get(employee_id) ?? [])].some((c) => c.active),
    get size() {
      return size;
    },
    closeAll: (code, reason) => {
      for (const company of companies.values()) for (const c of company.all) c.ws.close(code, reason);
    },
  };
}

function add<T>(sets: Map<string, Set<T>>, key: string, value: T): void {
  const set = sets.get(key);
  if (set) set.add(value);
  else sets.set(key, new Set([value]));
}

function take<T>(sets: Map<string, Set<T>>, key: string, value: T): void {
  const set = sets.get(key);
  set?.delete(value);
  if (set && !set.size) sets.delete(key);
}
