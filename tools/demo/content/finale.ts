// The last morning, in the same words at every demo: what people see first when they sign in.

/** `ago`: minutes before now. `to`: a space and its sub-space, or a first name. Marks as in scene.ts. */
export interface Said {
  readonly ago: number;
  readonly by: string;
  readonly to: readonly [space: string, sub_space: string] | string;
  readonly text: string;
  readonly reactions?: Readonly<Record<string, number>>;
}

const HOUR = 60;
const DAY = 24 * HOUR;
const general = ['Mill Lane crew', 'General'] as const;
const early = ['Mill Lane crew', 'Early shift'] as const;
const harbour = ['Harbour runs', 'General'] as const;

export const finale: readonly Said[] = [
  {
    ago: 4 * DAY + 300,
    by: 'Gwen',
    to: ['Allotment club', 'General'],
    text: 'The winter beds are in! Four hours, eleven pairs of hands and one very muddy dog. Kale goes to the canteen first, then help yourselves.',
    reactions: { '🌱': 7, '❤️': 4 },
  },
  {
    ago: 4 * DAY + 280,
    by: 'Nell',
    to: ['Allotment club', 'General'],
    text: 'The dog is asleep on my boots, so I live here now.',
    reactions: { '😂': 6 },
  },
  {
    ago: 3 * DAY + 95,
    by: 'Ines',
    to: 'Jonas',
    text: 'Rye and country loaf are on the dock from 04:45 this week, so route 7 can go first.',
  },
  { ago: 3 * DAY + 90, by: 'Jonas', to: 'Ines', text: 'Thanks, that saves us an hour' },
  {
    ago: 2 * DAY + 130,
    by: 'Kwame',
    to: ['First aiders', 'General'],
    text: 'Used two burn dressings from kit 2, both on me, both my own fault.',
    reactions: { '😬': 3 },
  },
  {
    ago: 2 * DAY + 60,
    by: 'Ines',
    to: ['First aiders', 'General'],
    text: 'Kit 2 is restocked',
    reactions: { '🙏': 2 },
  },
  {
    ago: 22 * HOUR + 20,
    by: 'Beatriz',
    to: 'Ines',
    text: 'The first almond croissants sold before I had put the sign up. Could I have six more tomorrow?',
  },
  { ago: 22 * HOUR + 8, by: 'Ines', to: 'Beatriz', text: 'Eight, because I know you' },
  { ago: 22 * HOUR, by: 'Beatriz', to: 'Ines', text: 'You do. The queue says thank you.' },
  {
    ago: 5 * HOUR + 25,
    by: 'Nell',
    to: 'Ines',
    text: 'I passed!! First time, and only one stall. Thank you for covering my five o’clock.',
    reactions: { '🎉': 1 },
  },
  { ago: 5 * HOUR + 18, by: 'Ines', to: 'Nell', text: 'I knew it. Drive carefully, and the next cake run is yours.' },
  { ago: 5 * HOUR, by: 'Nell', to: 'Ines', text: 'Deal. I already know the way to the cake.' },
  {
    ago: 3 * HOUR + 14,
    by: 'Marguerite',
    to: ['Winter range', 'General'],
    text: 'I had a second slice of the stollen, for science.',
    reactions: { '😂': 4 },
  },
  {
    ago: 3 * HOUR,
    by: 'Leo',
    to: ['Winter range', 'General'],
    text: 'Tasting sheet v3 is up, and the **stollen is final**. Thank you, everybody who ate for us.',
    reactions: { '🎄': 6, '👏': 5 },
  },
  { ago: 82, by: 'Tomasz', to: 'Ines', text: 'I am in at four on Monday. Shall I bring the white starter or the rye?' },
  { ago: 70, by: 'Ines', to: 'Tomasz', text: 'Perfect, bring the rye starter' },
  {
    ago: 72,
    by: 'Omar',
    to: general,
    text: 'Allergen sheet for the winter range is signed off. Please bin the old print.',
    reactions: { '✅': 14, '🙏': 3 },
  },
  {
    ago: 62,
    by: 'Kwame',
    to: general,
    text: `# Oven 3 is back in service
      - Preheat **20 mins longer** until Monday
      - Log every bake over ^red(240 °C) in the [maintenance log](https://maintenance.brackenford.example/log)
      - The new door seal arrives _Tuesday_. @Tomasz, can you sign for it?`,
    reactions: { '🔥': 9, '🙌': 6, '👀': 2 },
  },
  { ago: 54, by: 'Tomasz', to: general, text: 'Yes, I’m on site from four. Will sign.' },
  { ago: 50, by: 'Nell', to: general, text: 'Do the 20 mins count for the small deck too?' },
  { ago: 48, by: 'Kwame', to: general, text: 'Only oven 3. The small deck is normal.', reactions: { '👍': 2 } },
  {
    ago: 43,
    by: 'Amara',
    to: general,
    text: '@Kwame spotted the failing seal on his own time and had three ovens checked before the early shift arrived. That is what looking out for each other means here. Thank you!',
    reactions: { '👏': 18, '💛': 7 },
  },
  {
    ago: 47,
    by: 'Priya',
    to: 'Ines',
    text: 'Your notes for Nell’s review are lovely. Honest, and you can feel that you like her.',
  },
  { ago: 38, by: 'Priya', to: 'Ines', text: 'Ten minutes on Monday to go through them? I’ll come to you.' },
  { ago: 66, by: 'Kwame', to: 'Ines', text: 'Seal was worse than it looked 😬' },
  { ago: 52, by: 'Ines', to: 'Kwame', text: 'You legend. Sending this to Amara' },
  { ago: 10, by: 'Kwame', to: 'Ines', text: 'Ha, you didn’t have to! 💛' },
  { ago: 9, by: 'Kwame', to: 'Ines', text: 'Door seal is on. Oven 3 is all yours' },
  { ago: 41, by: 'Callum', to: harbour, text: 'Ferry Hill is open again, and somebody has filled the hole.' },
  {
    ago: 33,
    by: 'Precious',
    to: harbour,
    text: 'Thirty trays came home today. I am a happy woman.',
    reactions: { '🎉': 4 },
  },
  {
    ago: 26,
    by: 'Jonas',
    to: harbour,
    text: '@Ines, route 7 leaves at 05:10 tomorrow. Can the rye be on the dock by five?',
  },
  {
    ago: 12,
    by: 'Amara',
    to: general,
    text: 'Which suits you for the oven refit: Tuesday after 14:00, Thursday after 14:00, or all of Sunday?',
    reactions: { '👀': 5 },
  },
  { ago: 8, by: 'Tomasz', to: general, text: 'Thursday. Sunday is the christening cakes.', reactions: { '👍': 4 } },
  { ago: 6, by: 'Nell', to: early, text: 'Racks are at 26 °C, and I’m leaving them another ten minutes.' },
  {
    ago: 4,
    by: 'Salma',
    to: early,
    text: 'Agreed, the croissants are still tight. Could someone check the proving racks before six tomorrow?',
  },
  {
    ago: 2,
    by: 'Ines',
    to: general,
    text: 'Thursday suits the early shift. I’ll move the rye bake to 13:00 so the ovens are cold.',
    reactions: { '🙌': 3 },
  },
];

/** How many of the last messages Ines has not read, by place; everything else of hers is read. */
export const unreadOfInes: readonly { readonly in: Said['to']; readonly count: number }[] = [
  { in: early, count: 2 },
  { in: 'Kwame', count: 2 },
  { in: harbour, count: 3 },
];
