// The vocabulary of a bakery: what stands in {…} in the scenes.
import type { Vocabulary } from '../scene.ts';

const list = (text: string): string[] => text.split(',').map((word) => word.trim());

export const words: Vocabulary = {
  loaf: list(
    'the rye, the country loaf, the seeded bloomer, the white tin, the spelt, the focaccia, the porridge loaf, the olive batard, the malted cob',
  ),
  pastry: list(
    'croissants, almond croissants, pains au chocolat, cinnamon knots, cardamom buns, custard tarts, apple turnovers, Danish plaits',
  ),
  cake: list('the carrot cake, the lemon drizzle, the parkin, the ginger loaf, the chocolate fudge, the honey cake'),
  winter: list('stollen, mince pies, panettone, spiced plum loaf, clementine buns, gingerbread stars'),
  oven: list('oven 1, oven 2, oven 4, the small deck, the rack oven'),
  kit: list('the spiral mixer, the divider, the sheeter, the prover, the blast chiller, the slicer, the flour silo'),
  temp: list('218 °C, 230 °C, 235 °C, 240 °C, 245 °C'),
  mins: list('five, eight, ten, twelve, fifteen, twenty'),
  early: list('04:15, 04:30, 04:45, 05:00, 05:15'),
  morning: list('07:30, 08:00, 08:45, 09:15, 10:00, 10:30'),
  noon: list('12:00, 12:30, 13:00, 13:30, 14:00, 14:45'),
  evening: list('17:30, 18:00, 18:30, 19:00'),
  day: list('Monday, Tuesday, Wednesday, Thursday, Friday, Saturday'),
  count: list('12, 18, 20, 24, 30, 36, 40, 48, 60'),
  few: list('two, three, four, five, six'),
  route: list('route 2, route 3, route 4, route 5, route 7, route 9'),
  van: list('van 3, van 5, van 6, van 8, the electric one, the long-wheelbase'),
  place: list(
    'the Harbour Inn, Lantern Street School, the Corn Exchange, Whitby & Sons, the station kiosk, the hospital canteen, St Oswald’s, the Tern Hotel',
  ),
  road: list('the ring road, Ferry Hill, Cooper’s Lane, the coast road, the harbour bridge, Market Street'),
  shop: list('Quayside, Market Street, Station Road'),
  flour: list('strong white, wholemeal, dark rye, spelt, T65, semolina'),
  extra: list('poppy seeds, sultanas, walnuts, honey, oat flakes, candied peel, butter sheets, vanilla'),
  soup: list('leek and potato, tomato and lentil, spicy parsnip, pea and mint, chicken and barley'),
  veg: list('leeks, kale, beetroot, rainbow chard, broad beans, purple sprouting, winter lettuce, garlic'),
  pet: list('Biscuit, Crumpet, Mr Tibbs, Dough, Pickle, Luna, Captain, Waffles'),
  animal: list('cat, spaniel, greyhound, tortoise, rabbit, terrier'),
  distance: list('4 km, 5 km, 6 km, 8 km, 10 km'),
  town: list('Lowmoor, Eastfield, the Heath, Kirkby, the new estate, Saltmarsh'),
  percent: list('3, 4, 6, 8, 11, 14'),
  degrees: list('24, 25, 26, 27, 28'),
  weather: list('Rain, Fog, A proper frost, Sleet, Bright and cold, A gale'),
};
