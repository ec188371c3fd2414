// Three weeks of talk: which scene is played where and when, who answers with what, what is mended and taken back.
import { type Aside, groups, threads } from './content/asides.ts';
import { direct } from './content/direct.ts';
import { finale, type Said } from './content/finale.ts';
import { words } from './content/words.ts';
import { type Channel, type Hours, type Place, places, talkers } from './places.ts';
import { createBag, type Random } from './random.ts';
import { play, scenesOf, type Turn } from './scene.ts';

interface Room {
  readonly space: string;
  readonly channel: string;
}

/** A space and its sub-space, two people, several, or the thread of what begins so. First names throughout. */
export type Where =
  | Room
  | { readonly pair: readonly [string, string] }
  | { readonly group: readonly string[] }
  | { readonly about: string; readonly within: Room };

export interface Planned {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly by: string;
  readonly where: Where;
  readonly text: string;
  readonly reactions: readonly { readonly emoji: string; readonly by: readonly string[] }[];
  /** What was sent at first, mended a minute later. */
  readonly slip?: string;
  readonly deleted?: boolean;
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const DAYS = 21;
const PAIRS = 60;
const WHENEVER: Hours = { from: 6.5, to: 20, weekends: true };
/** Those whose sign-in is printed have more to read. */
const HEADS = ['Ines', 'Freya', 'Amara', 'Priya', 'Rosa'];

export function keyOf(where: Where): string {
  if ('pair' in where) return where.pair.toSorted().join(' and ');
  if ('group' in where) return where.group.join(', ');
  return 'about' in where ? `About “${where.about}”` : `${where.space}/${where.channel}`;
}

/** In order of time; nothing is later than `now` (milliseconds). */
export function plan(now: number, random: Random): Planned[] {
  const last = finale.map((said) => plannedOf(said, now, random));
  const begins = new Map<string, number>();
  for (const { where, at } of last) begins.set(keyOf(where), Math.min(begins.get(keyOf(where)) ?? now, at));
  const until = (where: Where) => (begins.get(keyOf(where)) ?? now - 75 * MINUTE) - 25 * MINUTE;
  const spoken = places.flatMap((place) =>
    place.channels.flatMap((channel) => talkOf(place, channel, now, until, random)),
  );
  const letter = createLetters(random);
  const written = pairs(random).flatMap((pair) => {
    const starts = startsOf(WHENEVER, random.next() * 0.3 + 0.12, now, random);
    return enact({ pair }, pair, starts, until({ pair }), () => letter(pair), random);
  });
  return [...spoken, ...written, ...last, ...asides(now, random)].toSorted((a, b) => a.at - b.at);
}

function asides(now: number, random: Random): Planned[] {
  const said = (where: Where, all: readonly Aside[]) => all.map((one) => plannedAt(where, one, now, random));
  const answers = threads.flatMap(({ about, to: [space, channel], said: all }) =>
    said({ about, within: { space, channel } }, all),
  );
  return [...answers, ...groups.flatMap(({ people, said: all }) => said({ group: people }, all))];
}

function talkOf(
  place: Place,
  channel: Channel,
  now: number,
  until: (where: Where) => number,
  random: Random,
): Planned[] {
  const where = { space: place.name, channel: channel.name };
  const members = talkers.filter(place.includes).map((member) => member.first);
  const scene = createBag(channel.scenes, random);
  const starts = startsOf(channel.hours, channel.pace, now, random);
  const voices = talkers.filter(channel.voices ?? place.voices ?? place.includes).map((member) => member.first);
  const next = () => firstThatFits(() => play(scene(), members, voices, words, random), channel.scenes.length);
  return enact(where, members, starts, until(where), next, random);
}

/** Nobody is told the same by two people, as long as there is enough to tell. */
function createLetters(random: Random): (pair: readonly [string, string]) => Turn[] {
  const scenes = scenesOf(direct);
  const told = new Map<string, number>();
  return (pair) => {
    const known = (scene: string) => pair.reduce((sum, name) => sum + (told.get(`${name} ${scene}`) ?? 0), 0);
    const least = Math.min(...scenes.map(known));
    const scene = random.pick(scenes.filter((one) => known(one) === least));
    for (const name of pair) told.set(`${name} ${scene}`, (told.get(`${name} ${scene}`) ?? 0) + 1);
    return play(scene, pair, pair, words, random) ?? [];
  };
}

function firstThatFits(attempt: () => Turn[] | undefined, tries: number): Turn[] {
  for (let i = 0; i < tries; i++) {
    const turns = attempt();
    if (turns) return turns;
  }
  return [];
}

/** Times at which somebody begins to speak, rising. */
function startsOf({ from, to, weekends }: Hours, pace: number, now: number, random: Random): number[] {
  const today = now - (now % DAY);
  const starts: number[] = [];
  for (let back = DAYS; back >= 0; back--) {
    const day = today - back * DAY;
    const isWeekend = [0, 6].includes(new Date(day).getUTCDay());
    if (isWeekend && !weekends) continue;
    const wanted = pace * (isWeekend ? 0.65 : 1) * (0.6 + random.next() * 0.8);
    const count = Math.floor(wanted) + (random.chance(wanted % 1) ? 1 : 0);
    for (let i = 0; i < count; i++) starts.push(day + (from + random.next() * (to - from)) * 60 * MINUTE);
  }
  return starts.toSorted((a, b) => a - b);
}

/** Plays scene after scene; one ends before the next begins. */
function enact(
  where: Where,
  members: readonly string[],
  starts: readonly number[],
  until: number,
  next: () => Turn[],
  random: Random,
): Planned[] {
  const said: Planned[] = [];
  let free = 0;
  for (const start of starts) {
    let at = Math.max(start, free);
    const messages = next().map((turn) => {
      const message = messageOf(where, members, turn, Math.round(at), random);
      at += pauseBefore(random);
      return message;
    });
    free = at + random.int(4, 40) * MINUTE;
    if (at < until) said.push(...messages);
  }
  return said;
}

const pauseBefore = (random: Random): number =>
  random.chance(0.12) ? random.int(15, 45) * MINUTE : (0.3 + random.next() ** 2 * 8) * MINUTE;

function messageOf(where: Where, members: readonly string[], turn: Turn, at: number, random: Random): Planned {
  const { by, text } = turn;
  const others = members.filter((member) => member !== by);
  const liked =
    'pair' in where
      ? turn.reactions.slice(0, 1).filter(() => random.chance(0.5))
      : turn.reactions.filter(() => random.chance(0.8));
  const most = 'pair' in where ? 1 : Math.max(1, Math.round(others.length * 0.22));
  const reactions = [...new Set(liked)].map((emoji) => ({ emoji, by: random.some(others, random.int(1, most)) }));
  const slip = random.chance(0.02) ? slipOf(text, random) : undefined;
  return {
    at,
    by,
    where,
    text,
    reactions,
    ...(slip !== undefined && { slip }),
    ...takenBack(random, reactions.length),
  };
}

/** A few vanish again, as they do. */
const takenBack = (random: Random, reactions: number): { deleted?: true } =>
  !reactions && random.chance(0.004) ? { deleted: true } : {};

/** Two letters of a long word change places; undefined if there is no such word. */
function slipOf(text: string, random: Random): string | undefined {
  const long = [...text.matchAll(/(?<![\p{L}@(/.])\p{Ll}{6,}(?![\p{L}@)/.])/gu)];
  if (!long.length) return undefined;
  const { 0: word, index } = random.pick(long);
  const at = random.int(1, word.length - 3);
  const mixed = `${word.slice(0, at)}${word[at + 1]}${word[at]}${word.slice(at + 2)}`;
  return mixed === word ? undefined : text.slice(0, index) + mixed + text.slice(index + word.length);
}

const plannedOf = ({ to, ...said }: Said, now: number, random: Random): Planned =>
  plannedAt(typeof to === 'string' ? { pair: [said.by, to] } : { space: to[0], channel: to[1] }, said, now, random);

function plannedAt(where: Where, { ago, by, text, reactions = {} }: Aside, now: number, random: Random): Planned {
  const others = talkers.map((member) => member.first).filter((name) => name !== by && isIn(where, name));
  const clean = text
    .split('\n')
    .map((line) => line.trim())
    .join('\n');
  const answers = Object.entries(reactions).map(([emoji, count]) => ({ emoji, by: random.some(others, count) }));
  return { at: now - ago * MINUTE, by, where, text: clean, reactions: answers };
}

function isIn(where: Where, name: string): boolean {
  if ('pair' in where) return where.pair.includes(name);
  if ('group' in where) return where.group.includes(name);
  if ('about' in where) return isIn(where.within, name);
  const place = places.find((one) => one.name === where.space);
  return talkers.some((member) => member.first === name && place?.includes(member));
}

/** Who writes to whom: the finale's, the heads', and colleagues of one site or one manager. */
function pairs(random: Random): (readonly [string, string])[] {
  const found = new Map<string, readonly [string, string]>();
  const add = (a: string, b: string) => a !== b && found.set([a, b].toSorted().join(), [a, b]);
  for (const { by, to } of finale) if (typeof to === 'string') add(by, to);
  for (const head of HEADS) for (const other of random.some(talkers, 4)) add(head, other.first);
  while (found.size < PAIRS) {
    const one = random.pick(talkers);
    const near = talkers.filter((other) => other.site === one.site || other.first === one.manager);
    add(one.first, random.pick(near).first);
  }
  return [...found.values()];
}
