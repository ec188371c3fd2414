// What is said beside: in threads of the last days' messages, and in groups. As fixed as the finale.

/** As in finale.ts, where it is said stands around it. */
export interface Aside {
  readonly ago: number;
  readonly by: string;
  readonly text: string;
  readonly reactions?: Readonly<Record<string, number>>;
}

const HOUR = 60;
const DAY = 24 * HOUR;

/** `about`: how the message of the finale begins that is answered; `to`: where it stands. */
export const threads: readonly {
  readonly about: string;
  readonly to: readonly [space: string, sub_space: string];
  readonly said: readonly Aside[];
}[] = [
  {
    about: 'Tasting sheet v3 is up',
    to: ['Winter range', 'General'],
    said: [
      { ago: 2 * HOUR + 50, by: 'Hana', text: 'Final final, or final like the mince pies?' },
      { ago: 2 * HOUR + 45, by: 'Leo', text: 'Final. I have thrown the pencil away.', reactions: { '😂': 3 } },
      { ago: 2 * HOUR + 20, by: 'Ines', text: 'Then I’ll plan the first bake for the 27th, forty tins.' },
    ],
  },
  {
    about: 'Allergen sheet for the winter range',
    to: ['Mill Lane crew', 'General'],
    said: [
      { ago: 70, by: 'Salma', text: 'Old print is in the bin, the one by the cold room as well.' },
      { ago: 68, by: 'Nell', text: 'There was a third one behind the mixer.' },
      {
        ago: 65,
        by: 'Omar',
        text: 'There is always a third one. Thank you both.',
        reactions: { '😂': 3, '🙏': 1 },
      },
    ],
  },
  {
    about: '# Oven 3 is back in service',
    to: ['Mill Lane crew', 'General'],
    said: [
      { ago: 60, by: 'Ines', text: 'Thank you, @Kwame. The 20 minutes are on the handover board.' },
      { ago: 57, by: 'Bartek', text: 'And for bread on the stone?' },
      { ago: 56, by: 'Kwame', text: 'Same. The stone is the slow one.', reactions: { '👍': 2 } },
      { ago: 51, by: 'Tomasz', text: 'I’ll bake one rye at five and tell you how it went.' },
    ],
  },
];

/** `people`: the first one begins it. Without a name it goes by who is in it. */
export const groups: readonly {
  readonly name: string;
  readonly people: readonly [string, string, string, ...string[]];
  readonly said: readonly Aside[];
}[] = [
  {
    name: '',
    people: ['Amara', 'Priya', 'Ines'],
    said: [
      { ago: DAY + 3 * HOUR, by: 'Amara', text: 'Nell’s first year is on Monday. Flowers or cake?' },
      { ago: DAY + 2 * HOUR + 55, by: 'Priya', text: 'Cake. Flowers go straight to the dog.' },
      {
        ago: DAY + 2 * HOUR + 40,
        by: 'Ines',
        text: 'I’ll bake it. She will notice, and she will be polite about it.',
        reactions: { '😂': 2 },
      },
    ],
  },
  {
    name: 'Saturday market',
    people: ['Ines', 'Kwame', 'Nell', 'Tomasz'],
    said: [
      { ago: 4 * HOUR + 20, by: 'Ines', text: 'Forty loaves, one van: who drives on Saturday?' },
      { ago: 4 * HOUR + 16, by: 'Nell', text: 'Me! As of this morning I am allowed to.', reactions: { '🎉': 3 } },
      { ago: 4 * HOUR + 10, by: 'Kwame', text: 'Then I sit beside you and listen to the engine.' },
      { ago: 4 * HOUR + 2, by: 'Tomasz', text: 'I bring the rye and a long cable for the urn.' },
    ],
  },
];
