// The spaces of Brackenford: what they are for, who is in them, and what is said in each of their sub-spaces.
import { cast, type Member } from './cast.ts';
import * as clubs from './content/clubs.ts';
import * as company from './content/company.ts';
import * as harbour from './content/harbour.ts';
import * as mill from './content/mill-lane.ts';
import * as rooms from './content/mill-rooms.ts';
import * as product from './content/product.ts';
import * as shops from './content/shops.ts';
import { scenesOf } from './scene.ts';

/** When a place is awake: from and to in hours of the day (UTC), and whether weekends count. */
export interface Hours {
  readonly from: number;
  readonly to: number;
  readonly weekends: boolean;
}
const shift: Hours = { from: 3.6, to: 10, weekends: true };
const bakery: Hours = { from: 4.5, to: 15, weekends: true };
const office: Hours = { from: 8, to: 17.5, weekends: false };
const counter: Hours = { from: 7, to: 18, weekends: true };
const leisure: Hours = { from: 11.5, to: 21, weekends: true };

export interface Channel {
  readonly name: string;
  readonly description: string;
  readonly hours: Hours;
  /** Scenes on an ordinary day. */
  readonly pace: number;
  /** Whose business it is, if not that of the whole place. */
  readonly voices?: (member: Member) => boolean;
  readonly scenes: readonly string[];
}

export interface Place {
  readonly name: string;
  readonly description: string;
  readonly visibility: 'public' | 'private';
  /** First names; the first one makes the space. */
  readonly admins: readonly [string, ...string[]];
  readonly includes: (member: Member) => boolean;
  /** Whose place it is: the others are guests and speak when they are named. */
  readonly voices?: (member: Member) => boolean;
  /** The first one is the default, General. */
  readonly channels: readonly [Channel, ...Channel[]];
}

const at =
  (...sites: Member['site'][]) =>
  (member: Member) =>
    sites.includes(member.site);
const named = (text: string) => (member: Member) => text.split(' ').includes(member.first);
const either =
  (...tests: ((member: Member) => boolean)[]) =>
  (member: Member) =>
    tests.some((test) => test(member));

const channel = (name: string, description: string, hours: Hours, pace: number, scenes: string): Channel => ({
  name,
  description,
  hours,
  pace,
  scenes: scenesOf(scenes),
});
const general = (hours: Hours, pace: number, scenes: string) => channel('General', '', hours, pace, scenes);

const bakers = named('Ines Nell Finlay Salma Bartek Ravi Marguerite Leo Tomasz Joaquin Delphine');

/** Who writes at all: whoever is not here any more reads nothing either. */
export const talkers = cast.filter((member) => !member.account);

export const places: readonly Place[] = [
  {
    name: 'Mill Lane crew',
    description: 'Everyone who bakes, packs or fixes at Mill Lane. Shift notes go in Early shift.',
    visibility: 'public',
    admins: ['Amara', 'Tomasz'],
    includes: either(at('Mill Lane'), named('Jonas Gordon Devan Gwen Ling')),
    voices: at('Mill Lane'),
    channels: [
      general(bakery, 3.8, mill.general),
      { ...channel('Early shift', 'From the first dough to the handover.', shift, 3, mill.earlyShift), voices: bakers },
      channel('Ovens & kit', 'What squeaks, what is fixed, what is due.', bakery, 1.2, rooms.ovens),
      { ...channel('Recipes', 'Trials, tricks and temperatures.', bakery, 0.8, rooms.recipes), voices: bakers },
      channel('Rota swaps', 'Ask here first, then Ines changes the board.', bakery, 1.3, rooms.rota),
    ],
  },
  {
    name: 'Harbour runs',
    description: 'Vans, routes and the loading bay. If it rolls, it is in here.',
    visibility: 'public',
    admins: ['Jonas', 'Precious'],
    voices: at('Harbour depot'),
    includes: either(at('Harbour depot'), named('Ines Kwame Amara Hana Magnus Beatriz Dolores Marcus')),
    channels: [
      general(bakery, 2.3, harbour.general),
      channel('Routes', 'Changes, closures, back doors.', bakery, 1, harbour.routes),
      channel('Vans', 'Gordon reads this.', bakery, 0.7, harbour.vans),
      channel('Loading bay', 'Trays, pallets and the forklift.', bakery, 0.5, harbour.bay),
    ],
  },
  {
    name: 'Winter range',
    description: 'Stollen, mince pies and everything in a box with a ribbon.',
    visibility: 'public',
    admins: ['Leo', 'Freya'],
    includes: named(
      'Leo Freya Ling Gwen Omar Amara Tomasz Marguerite Delphine Ines Hana Edwin Rosa Magnus Isla Lorna Hettie Devan Wendy Nell',
    ),
    channels: [
      general(office, 1.1, product.winterGeneral),
      channel('Tasting', 'Be honest. Be kind. Bring a pencil.', office, 0.8, product.tasting),
      channel('Packaging', 'Boxes, labels, ribbon.', office, 0.7, product.packaging),
    ],
  },
  {
    name: 'Shop floor',
    description: 'All three shops: what sells, what is missing, what people say.',
    visibility: 'public',
    admins: ['Beatriz', 'Dolores', 'Marcus'],
    includes: either(
      at('Quayside', 'Market Street', 'Station Road'),
      named('Magnus Saoirse Rosa Ling Devan Omar Ines Tomasz Ravi'),
    ),
    channels: [
      general(counter, 2.2, shops.general),
      channel('Windows', 'What people see before they smell it.', counter, 0.5, shops.windows),
      channel('Kind words', 'And the unkind ones, so that we mend them.', counter, 0.7, shops.words),
    ],
  },
  {
    name: 'All of Brackenford',
    description: 'News for everybody, thanks for anybody.',
    visibility: 'public',
    admins: ['Freya', 'Rosa'],
    includes: () => true,
    channels: [
      general(office, 0.7, company.everyone),
      channel('Thank you', 'Say it where others can hear it.', counter, 1.1, company.thanks),
      channel('Lost and found', 'Gloves, keys and one faithful flask.', counter, 0.35, company.lost),
    ],
  },
  {
    name: 'Quality & allergens',
    description: 'What is in it, who checked it, and when.',
    visibility: 'public',
    admins: ['Omar', 'Isla'],
    includes: named('Omar Isla Abena Kwame Amara Ines Tomasz Leo Lorna Saoirse Ravi Marguerite Beatriz Dolores Marcus'),
    channels: [
      general(bakery, 0.8, product.quality),
      channel('Audits', 'Dates, findings, mugs.', office, 0.25, product.audits),
    ],
  },
  {
    name: 'First aiders',
    description: 'Kits, courses, and who did what when it mattered.',
    visibility: 'private',
    admins: ['Ines', 'Priya'],
    includes: named('Ines Priya Kwame Lorna Precious Dolores Yara'),
    channels: [
      general(bakery, 0.35, clubs.firstAid),
      channel('Kits', 'What is in, what is missing.', bakery, 0.2, clubs.kits),
    ],
  },
  {
    name: 'Allotment club',
    description: 'Mud, seeds and soup. All sites welcome, no green fingers needed.',
    visibility: 'public',
    admins: ['Gwen', 'Mateo'],
    includes: named('Gwen Mateo Nell Devan Theo Wendy Edwin Yara Ines Kwame Abena Poppy Arthur Hettie'),
    channels: [
      general(leisure, 0.8, clubs.allotment),
      channel('Seed swap', 'Bring what you have too much of.', leisure, 0.3, clubs.seeds),
    ],
  },
  {
    name: 'Sunrise runners',
    description: 'Slow enough to talk, early enough to be proud of.',
    visibility: 'public',
    admins: ['Sanjay'],
    includes: named('Sanjay Nadia Callum Hana Ines Emeka Bronwen Salma Rhys Clara'),
    channels: [general(leisure, 0.5, clubs.runners)],
  },
  {
    name: 'Pets of Brackenford',
    description: 'Fur, feathers, shells. Photographs expected.',
    visibility: 'public',
    admins: ['Poppy'],
    includes: named(
      'Poppy Callum Agnieszka Yara Magnus Gordon Theo Nell Kezia Isla Delphine Rosa Tilly Bartek Ines Aled Mei Priya',
    ),
    channels: [general(leisure, 0.9, clubs.pets)],
  },
  {
    name: 'Lift share',
    description: 'Two seats free, one scarf forgotten.',
    visibility: 'public',
    admins: ['Yara'],
    includes: named('Yara Salma Bartek Nell Finlay Hettie Abena Ravi Oksana Emeka Noor Joaquin Chidi Ines'),
    channels: [general(leisure, 0.7, clubs.lift)],
  },
  {
    name: 'Managers’ table',
    description: 'What is decided on, and by whom.',
    visibility: 'private',
    admins: ['Freya', 'Priya'],
    includes: named('Freya Priya Amara Jonas Magnus Edwin Gwen Beatriz Dolores Marcus Omar Hana Rosa'),
    channels: [general(office, 0.7, company.managers)],
  },
];
