// What has been done in chat-visibility.test.ts, and who may see what of it by the stated rule alone: the members of a
// conversation, as long as they are in it, with the whole past or with what was said since they came, by what their space has chosen then. What is done by chance is chat-visibility.acts.ts.
import { v7 as uuid } from 'uuid';
import * as groups from '#contract/chat/groups.ts';
import type { Address } from '#contract/chat.ts';
import * as chat from '#contract/chat.ts';
import { docOf } from '#contract/rich-text.ts';
import * as spaces from '#contract/spaces.ts';
import type { TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { upload } from '#tests/kit/files.ts';
import type { Random } from '#tests/kit/random.ts';
import { announce, newCampaign, type Runs } from './campaigns.fixture.ts';
import { calling } from './notifications.fixture.ts';
import { ids, into, to, under } from './talk.ts';

export type Role = 'admin' | 'member';

export interface Sub {
  readonly id: string;
  /** Who is in it; of a public one everybody who is in the space. */
  readonly few: Set<TestClient> | null;
  archived: boolean;
  /** Where who came in later sees nothing of before: the seq that was the last one then. */
  readonly since: Map<TestClient, number>;
}
export interface Space {
  readonly id: string;
  visibility: 'public' | 'private';
  history: 'all' | 'joined';
  readonly members: Map<TestClient, Role>;
  /** Who asks to come in, or was invited: `opens` by somebody who may let people in. */
  readonly waiting: Map<TestClient, 'asks' | 'invited' | 'opens'>;
  readonly subs: Sub[];
}

export interface Group {
  readonly id: string;
  readonly members: Set<TestClient>;
}

/** Where something can be said. */
export interface Place {
  readonly kind: 'direct' | 'sub' | 'thread' | 'group' | 'campaign';
  /** As that person calls it. */
  readonly address: (by: TestClient) => Address;
  readonly readers: () => ReadonlySet<TestClient>;
  /** What is hidden from a reader: everything up to this seq. */
  readonly since?: (by: TestClient) => number;
  readonly isClosed: () => boolean;
}

/** A message with the unique words that it carries. */
export interface Said {
  readonly message_id: string;
  readonly place: Place;
  readonly by: TestClient;
  /** Null once deleted, and of a forward once its own: what it says now. */
  word: string | null;
  /** What it said before. */
  readonly old: string[];
  readonly file: { readonly file_id: string; readonly word: string; readonly by: TestClient } | null;
  readonly answers: Said | null;
  readonly forwarded: boolean;
  pinned: boolean;
  seq: number;
}

type Given = Partial<Said> & { readonly called?: Parameters<typeof calling>[0] };

interface Telling {
  readonly settled: () => Promise<void>;
  readonly look: (world: World) => Promise<void>;
}

export class World {
  readonly random: Random;
  /** Those who work here; the first may manage all that they may look into. */
  readonly people: readonly TestClient[];
  readonly spaces: Space[] = [];
  readonly groups: Group[] = [];
  readonly places: Place[] = [];
  readonly said: Said[] = [];
  /** Word → who could read it at any time since it was written. */
  readonly ever = new Map<string, Set<TestClient>>();
  /** Word → who was there when it was said, and hears it. */
  readonly heard = new Map<string, ReadonlySet<TestClient>>();
  /** Words of deleted messages: for a while they stand in the log of what happened where they were said. */
  readonly erased = new Map<string, Place>();
  /** By person. */
  readonly saved = new Map<TestClient, Set<Said>>();
  /** Person → what called them, and stands in what they have been able to read ever since. */
  readonly told = new Map<TestClient, Set<Said>>();
  /** Once everybody has been told of what was committed before. */
  readonly settled: () => Promise<void>;
  /** Before somebody may see less than until now: what was pushed until now is looked at. */
  readonly lookBefore: () => Promise<void>;
  /** The campaigns that each of them runs, by their author. */
  private readonly campaigns = new Map<TestClient, { readonly id: string; readonly place: Place }[]>();
  private readonly runs: Runs;
  private readonly threads = new Map<Said, Place>();
  private words = 0;

  constructor(random: Random, people: readonly TestClient[], { app }: Pick<TestApp, 'app'>, pushes: Telling) {
    this.random = random;
    this.settled = pushes.settled;
    this.lookBefore = () => pushes.look(this);
    this.runs = app;
    this.people = people;
    for (const [at, one] of people.entries()) for (const other of people.slice(at)) this.openDirect(one, other);
  }

  private openDirect(one: TestClient, other: TestClient): void {
    const readers = new Set([one, other]);
    const address = (by: TestClient) => to(by === one ? other : one);
    this.places.push({ kind: 'direct', address, readers: () => readers, isClosed: () => false });
  }
  private openSub(space: Space, sub: Sub): void {
    space.subs.push(sub);
    const readers = () => sub.few ?? new Set(space.members.keys());
    this.places.push({
      kind: 'sub',
      address: () => into(space.id, sub.id),
      readers,
      since: (by) => sub.since.get(by) ?? 0,
      isClosed: () => sub.archived,
    });
  }
  /** Of one length, so that none is the beginning of another; nothing else looks like one. */
  private word(): string {
    return `zq${String(++this.words).padStart(5, '0')}x`;
  }

  /** A word was written, or somebody came or went: whoever may read it now has been able to. */
  remember(): void {
    for (const [by, told] of this.told) for (const one of told) if (!this.may(by, one)) told.delete(one);
    for (const one of this.said) {
      if (one.word === null) continue;
      const readers = [...one.place.readers()].filter((by) => this.may(by, one));
      // What is quoted is said once more, to all who are there.
      for (const each of [...wordsOf(one), ...one.old]) {
        const ever = this.ever.get(each) ?? new Set();
        for (const reader of readers) ever.add(reader);
        this.ever.set(each, ever);
      }
    }
  }

  /** By the rule: who is there now, of what was said since they came where the past is hidden; of a thread, who sees its root. */
  may(by: TestClient, { place, seq }: Pick<Said, 'place' | 'seq'>): boolean {
    return place.readers().has(by) && seq > (place.since?.(by) ?? 0);
  }
  /** Where somebody can write. */
  placesOf(by: TestClient): Place[] {
    return this.places.filter((place) => place.readers().has(by) && !place.isClosed());
  }
  placeOf(by: TestClient): Place | undefined {
    return this.random.pick(this.placesOf(by));
  }
  /** What stands and somebody can read. */
  readable(by: TestClient, more: (one: Said) => boolean = () => true): Said[] {
    return this.said.filter((one) => one.word !== null && this.may(by, one) && more(one));
  }
  threadOf(root: Said): Place {
    const there = this.threads.get(root);
    if (there) return there;
    const { isClosed } = root.place;
    const readers = () => new Set([...root.place.readers()].filter((by) => this.may(by, root)));
    const place: Place = { kind: 'thread', address: () => under(root), readers, isClosed };
    this.threads.set(root, place);
    this.places.push(place);
    return place;
  }

  /** Calls somebody who reads there, or in company everybody. */
  async call(by: TestClient, place: Place): Promise<boolean> {
    const called = this.random.pick([...place.readers()].filter((one) => one !== by));
    if (!called) return false;
    const all = place.kind !== 'direct' && this.random.chance(0.3);
    await this.say(by, place, { called: all ? 'all' : [called] });
    await this.settled();
    const said = this.said.at(-1) as Said;
    for (const one of all ? place.readers() : [called])
      if (one !== by) this.told.set(one, (this.told.get(one) ?? new Set()).add(said));
    return true;
  }

  async say(by: TestClient, place: Place, given: Given = {}, forward_of?: Said): Promise<boolean> {
    const word = forward_of?.word ?? this.word();
    const { answers = null, file = forward_of?.file ?? null, called } = given;
    const { message } = await by.call(chat.send, {
      ...place.address(by),
      message_id: uuid(),
      body: called
        ? calling(called, `now ${word} it is`)
        : docOf(forward_of ? 'what it is said to say' : `Now ${word} it is`),
      ...(answers && { reply_to: answers.message_id }),
      ...(forward_of && { forward_of: forward_of.message_id }),
      ...(file && !forward_of && { attachments: [{ file_id: file.file_id }] }),
    });
    const { message_id, seq } = message;
    this.keep({ message_id, seq, place, by, word, file, answers, forwarded: !!forward_of });
    return true;
  }
  private keep(said: Omit<Said, 'old' | 'pinned' | 'word'> & { readonly word: string }): void {
    this.said.push({ ...said, old: [], pinned: false });
    // In a thread only those hear it who follow it.
    if (said.place.kind !== 'thread' && !said.forwarded) this.heard.set(said.word, new Set(said.place.readers()));
  }
  async attach(by: TestClient, place: Place): Promise<boolean> {
    const word = this.word();
    const { file_id } = await upload(by, 'words', { folder: 'chat', name: `${word}.txt` });
    return this.say(by, place, { file: { file_id, word, by } });
  }

  space(more: (space: Space) => boolean): Space | undefined {
    return this.random.pick(this.spaces.filter(more));
  }
  other(by: TestClient): TestClient {
    return this.random.pick(this.people.filter((one) => one !== by)) as TestClient;
  }
  /** Its admins; and the one who may manage what they may look into. */
  administers(by: TestClient, { members, visibility }: Space): boolean {
    return members.get(by) === 'admin' || (by === this.people[0] && (visibility === 'public' || members.has(by)));
  }
  letIn(space: Space, who: TestClient, role: Role = 'member'): void {
    if (space.members.has(who)) return;
    space.members.set(who, space.members.size ? role : 'admin');
    space.waiting.delete(who);
    for (const sub of space.subs) if (!sub.few || space.members.get(who) === 'admin') this.letInto(space, sub, who);
  }
  /** Into a sub-space. */
  letInto(space: Space, sub: Sub, who: TestClient): void {
    if (sub.few?.has(who)) return;
    sub.few?.add(who);
    const seqs = this.said.flatMap(({ place, seq }) =>
      place.kind === 'sub' && place.address(who).sub_space_id === sub.id ? [seq] : [],
    );
    sub.since.set(who, space.history === 'joined' ? Math.max(0, ...seqs) : 0);
  }
  takeOut(space: Space, who: TestClient): void {
    space.members.delete(who);
    for (const { few } of space.subs) few?.delete(who);
  }
  /** Of the same people there is one, unless somebody has come or gone since. */
  async makeGroup(by: TestClient, others: readonly TestClient[]): Promise<void> {
    const employee_ids = ids(...others);
    const { entry } = await by.call(groups.createGroup, { conversation_id: uuid(), employee_ids });
    if (this.groups.some(({ id }) => id === entry.entity_id)) return;
    const made: Group = { id: entry.entity_id, members: new Set([by, ...others]) };
    this.groups.push(made);
    const address = { entity_type: 'group', entity_id: made.id } as const;
    this.places.push({ kind: 'group', address: () => address, readers: () => made.members, isClosed: () => false });
  }
  /** Nobody writes in it but by `announce`. */
  async makeCampaign(by: TestClient, others: readonly TestClient[]): Promise<void> {
    const id = await newCampaign(this.runs, by, others, 'Some campaign');
    const [readers, address] = [new Set([by, ...others]), { entity_type: 'campaign', entity_id: id } as const];
    const place: Place = { kind: 'campaign', address: () => address, readers: () => readers, isClosed: () => true };
    this.campaigns.set(by, [...(this.campaigns.get(by) ?? []), { id, place }]);
    this.places.push(place);
  }
  async announce(by: TestClient): Promise<boolean> {
    const one = this.random.pick(this.campaigns.get(by) ?? []);
    if (!one) return false;
    const word = this.word();
    const { message_id, seq } = await announce(this.runs, by, one.id, `Now ${word} it is`);
    this.keep({ message_id, seq, place: one.place, by, word, file: null, answers: null, forwarded: false });
    return true;
  }
  async makeSpace(by: TestClient): Promise<boolean> {
    const visibility = this.random.chance(0.5) ? 'public' : 'private';
    const history = this.random.chance(0.5) ? 'all' : 'joined';
    const friend = this.other(by);
    const { space } = await by.call(spaces.create, {
      space_id: uuid(),
      space_name: 'Some space',
      visibility,
      history,
      employee_ids: [friend.employee_id],
    });
    const made: Space = { id: space.space_id, visibility, history, members: new Map(), waiting: new Map(), subs: [] };
    this.spaces.push(made);
    this.letIn(made, by, 'admin');
    this.letIn(made, friend);
    this.openSub(made, {
      id: space.sub_spaces[0]?.sub_space_id as string,
      few: null,
      archived: false,
      since: new Map(),
    });
    return true;
  }
  async makeSub(by: TestClient, space: Space): Promise<boolean> {
    const id = uuid();
    const is_private = this.random.chance(0.6);
    await by.call(spaces.createSubSpace, { space_id: space.id, sub_space_id: id, sub_space_name: 'Some', is_private });
    const admins = [...space.members].flatMap(([who, role]) => (role === 'admin' ? [who] : []));
    const few = new Set([...admins, ...(space.members.has(by) ? [by] : [])]);
    this.openSub(space, { id, few: is_private ? few : null, archived: false, since: new Map() });
    return true;
  }
}

/** The words in an answer. */
export const wordsIn = (answer: unknown): Set<string> => new Set(JSON.stringify(answer).match(/zq[0-9a-f]+x/g) ?? []);
/** What a message itself says: nothing once it is deleted. */
export const ownWords = ({ word, file }: Said): string[] => (word === null ? [] : [word, ...(file ? [file.word] : [])]);
/** What it shows wherever it is shown: with what it answers. */
export const wordsOf = (one: Said): string[] =>
  one.word === null ? [] : [...ownWords(one), ...(one.answers ? ownWords(one.answers) : [])];
