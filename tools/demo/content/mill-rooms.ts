// What is said in the rooms of Mill Lane: at the ovens, over recipes, and about who works when.

export const ovens = `
Kwame: # {oven} service done
  - New igniter, holds {temp} within two degrees
  - Fan belt has a month left, ordered
  - Please log anything above ^red(245 °C)  ::🔥🙌👏
a: It has never been so quiet.
b: I miss the rattle. No, I don’t.  ::😂

a: {kit} makes a noise like a sad goose.
Kwame: Continuous goose or now and then?
a: Now and then, when it starts.
Kwame: Bearing. I’ll have it out at {noon}, use the other one until then.  ::🙏

Kwame: Calibration of all probes on {day}. If yours has a name on it, leave it in the tray by my door.  ::👍
a: Mine says “Dave”. There is no Dave.
Kwame: Dave retired in 2019. It still works.  ::😂

a: The prover reads {degrees} °C, and my own thermometer says two more.
Kwame: Trust yours. I’ll reset the sensor after the bake.
a: Thanks, I’ll keep it two below until then.  ::👍

Gordon: The tail lift charger is done, so the socket by dock 2 is free again.
Kwame: You are a hero. That was tripping my mixer.  ::⚡😄

Kwame: Part for {kit} arrives {day}. Until then please don’t run it for more than {mins} minutes at a time.  ::✅
a: Is there a sign on it?
Kwame: Big, yellow, rude. You can’t miss it.  ::😂

a: Small puddle under the blast chiller.
Kwame: Water or oil?
a: Water, clear.
Kwame: Drain, then. Cleared in {mins} minutes, thanks for looking.  ::👏

Tomasz: Kwame, can the stone take {temp} for {few} hours? I want to try the old rye bake.
Kwame: Yes, if it comes up slowly. Start at {early}, half a degree a minute.
Tomasz: Then you get the first slice.  ::🍞😋

Kwame: Colour tags on the gas valves are up: ^green(open), ^red(closed), ^amber(ask me). Photographs were not enough, were they.  ::💡👏🧠
a: So obvious now.
Omar: Best ten pounds we ever spent.

a: Light in the cold store is flickering.
Kwame: Starter gone. Swapped it, and the spare is in drawer 4.  ::🙏

Kwame: The maintenance log is now [one page](https://maintenance.brackenford.example/log). One line per fault is enough, I do the rest.  ::👍🙌
a: Does “it feels wrong” count as a line?
Kwame: It is often the best one.  ::😄
`;

export const recipes = `
Tomasz: Rye, for the weekend: 80% hydration, {mins} minutes’ rest after mixing, and please do not add flour on the bench.  ::👍🍞
a: And if it sticks?
Tomasz: Wet hands and patience.

Leo: # {winter}, trial {4|5|6}
  1. Less sugar in the crumb, more on top
  2. {extra} soaked overnight
  3. Ten degrees cooler for the last {mins} minutes
  Tell me what you think, gently.  ::😋👏
a: Crumb is perfect. I’d still like it a shade darker.
Marguerite: I agree with dark. And a little salt.
Leo: Salt it is.  ::🙌

a: What do we do with {count} egg whites?
Marguerite: Meringues. Then tell everyone it was the plan.  ::😂

Ravi: Preferment note: the {flour} from the new mill wants it two hours younger. Taste it, it turns sour early.  ::🙏
a: Wrote it on the tub.
b: Same for the spelt?
Ravi: Spelt is fine as it is.

Marguerite: Butter for the {pastry} must be 14 °C, not “cool”. I have put a thermometer on a string. You can’t lose it.  ::😂🧈
Nell: I tried. It is a very short string.

a: Who wrote “a good handful” in the {cake} recipe?
Wendy: Me, in 1998. It is a good recipe.
a: How much is your hand?
Wendy: 42 grams. I weighed it once.  ::😂❤️

Delphine: Icing for the {winter}: lemon instead of vanilla, and it stays white under the shop lights.  ::🍋👏
a: Tried it at the counter, people asked what it was.

Joaquin: Brioche overnight at 4 °C, {mins} minutes on the bench, and then it behaves. Do not rush it.  ::👍
a: How do you know when it is ready?
Joaquin: It looks asleep, and then it breathes.
a: You should write books.  ::😄

Leo: Could we call it “{spiced|winter|harbour} loaf” on the label? “{winter2}” is what it is, but nobody can say it.
Ling: Whatever it is, at most 18 letters, please.  ::😅

Tomasz: The white starter is {few} days from its birthday. Eleven years. There will be toast.  ::🎂🍞🎉
a: Does it get a present?
Tomasz: Fresh flour, like every year.
`;

export const rota = `
a: Could anyone take my {early} on {day}? I can do any late in return.
b: Swap you for my {day2} late?
a: Done. Thank you!
Ines: Changed on the board.  ::👍

a: School play on {day}, I’m a tree’s mother. Need {noon} off if at all possible.
b: I’ll cover your last two hours. Break a leaf.  ::🌳😂
Ines: Fine by me.

Suleiman: Two nights free next week, {day} and {day2}. Extra pay and a quiet radio.  ::🌙
a: I’ll take the first.
b: And I the second, if Chidi brings his bass.
Chidi: Deal.  ::🎸😄

Ines: Rota for next week is up. I’ve tried to give everyone two days in a row. Tell me by {evening} if I got you wrong.  ::🙏👍💛
a: Mine is perfect, thank you.
b: Could my {day} be a late? Dentist.
Ines: Moved. Good luck.

a: Does anybody want my Sunday? I’d love the hours, but my sister is getting married.
b: Priorities! I’ll take it.
a: You get cake.
b: I work in a bakery.
a: You get good cake.  ::😂🎂

Amara: Holiday requests for the first weeks of January by {day}, please. First come, first served, and we keep {few} people on each shift.  ::👍
a: Sent.
b: Sent, and fingers crossed.

a: I have a driving test on {day} morning. Who could start my {early}?
b: Me, if you promise to pass.
a: I promise to try.  ::🚗🤞
b: That’ll do.

Lorna: Packing could use one more on {day}, {morning} until {noon}. Sitting down, warm, company.  ::🙋
a: You had me at sitting down.  ::😂

a: I’m still full of cold and would rather not breathe on the {pastry}. Can somebody do tomorrow’s early?
b: Stay in bed, I’m in.
Ines: Get well. Tea, not heroics.  ::💛☕

a: My {day} late is free to a good home.
b: How late is late?
a: Until {evening}.
b: I’ll give it a home.  ::👍

a: Could I start at {morning} instead of {early} on {day}? The nursery opens later that day.
Ines: Of course. @b, can you open in their place?
b: No problem at all.  ::💛

a: Has anybody got the bank holiday covered?
b: I’m in, and so is Joaquin.
Joaquin: Joaquin learned of this just now.  ::😂
b: I’ll bring brioche.
Joaquin: Then Joaquin is in.

a: Whoever has next weekend: I’d trade it for two weekdays, plus a loaf of your choice.
b: Which loaf?
a: {loaf}.
b: You know my weakness.  ::😄

Ines: Two small changes for {day}: @a from packing to the deck, @b the other way round. Shout if that is wrong.  ::👍
a: Not wrong at all.

a: I’ve finished my course, so I can do {day}s again from next month.
Ines: Wonderful! How did it go?
a: Passed, with a comment about my spelling.  ::🎉👏
`;
