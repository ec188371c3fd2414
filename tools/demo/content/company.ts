// What is said to everybody, and among those who run the place.

export const everyone = `
Freya: A good week: {percent}% less waste, two new hotels, and the early shift has not missed a van. I read every thank-you in here, by the way. Keep them coming.  ::👏💛🎉
a: Thank you for saying so.
b: See you at the tasting!

Rosa: The new loading bay opens on {day}. Please use the side gate until {noon}, mind the wet paint, and admire the lines.  ::👍🚧
Precious: They are very straight lines.  ::😂

Priya: The autumn pulse survey closes on {day}. Six questions, two minutes, nobody can see who answered what.  ::👍
a: Done, it really is two minutes.
Priya: {count} of you so far. Thank you!

Yara: Head office kitchen: the fridge will be emptied on {day}. Whatever has a name and a date on it lives.  ::😂👍

Rosa: We are in the local paper! Page five, Tomasz and the rye starter, both looking serious.  ::📰👏😍
a: Which one is Tomasz?
Tomasz: The one without bubbles.  ::😂

Freya: Please welcome {Noor|Jem|Clara|Nell|Finlay}, new with us since this autumn. Say hello when you meet.  ::👋🎉💛
a: Welcome!
b: Welcome, and try {loaf} while it is warm.

Devan: Limelight tip: what you write on a train is kept and sent when the signal is back. I tried it in the tunnel, twice.  ::💡🙌
a: So that’s how it works!
b: My night bus thanks you.

Edwin: Payslips are out. If a number looks odd, ask me. I like odd numbers.  ::😂👍

Magnus: The Tern Hotel asks whether its guests may visit the bakery. Could we do {day} mornings, six at a time?  ::🙋
Amara: Yes, after {morning}, with hats.
`;

export const thanks = `
a: Thank you, @b, for carrying {count} trays when the lift was out. I saw that.  ::👏💪💛
b: It was that or the gym.

Ines: Thank you, @a, for stepping in at {early} with no notice at all. The whole shift noticed.  ::💛👏
a: Any time. Well, most times.  ::😂

Jonas: Big thanks to @Kwame, who mended a tail lift at ten at night so that {route} could leave on time.  ::🚚🙌👏
Kwame: Gordon held the torch.
Gordon: I hold a good torch.  ::😄

a: Whoever left soup in the fridge with my name on it: you knew, and it helped.  ::❤️🥹

Hana: Thank you, @Leo, for explaining to me what “done” smells like. My forecast is better for it.  ::😂👏
Leo: It smells of forecast.

Amara: Thank you to the night team. You leave the place so tidy that the morning feels like a present.  ::🌙💛👏
Chidi: Tell that to our mothers.  ::😂

Marcus: @Sanjay calmed down a very cross commuter with a cinnamon knot and a joke. Masterclass.  ::👏🥐
Sanjay: Mostly the knot.

Omar: Thank you, @Abena. “Exemplary” is you and your team, and I said so to the auditor.  ::💚👏🏆
Abena: I’m going to read this out at choir.

Nell: Thank you, @Ines, for covering my five o’clock so I could make my driving test. I passed!  ::🚗🎉💛
Ines: I knew you would.
Finlay: Does that mean lifts?  ::😂

a: A thank-you to @b, who teaches like there is all the time in the world.  ::💛
b: There is, if you start at four.

Beatriz: Thank you, @Ling, for the ribbon. Three customers kept the box.  ::🎀👏

Priya: Thank you, @Yara, for turning a dull room into the party of the month, with forty pounds and paper.  ::🎉😍
Yara: Thirty-eight.

a: Thank you, @b, for noticing that I was not myself, and for not making a thing of it.  ::💛

Priya: Thank you to everybody who wrote in the survey. I have read it all, twice. You will see what comes of it.  ::👏🙏

Jonas: @Oksana found {count} missing crates with nothing but a pencil. I am in awe.  ::👏✏️
Oksana: It was a good pencil.

Lorna: Thank you, @Hettie. {count2} boxes by lunch, and every ribbon straight.  ::🎀👏💛

Dolores: @Clara closed the till alone for the first time, to the penny. Remember that name.  ::👏🎉
Clara: I checked it four times.

a: Thank you, @b, for the lift in that weather. You went miles out of your way.  ::🚗💛
b: Two miles, and you sang. It was worth it.  ::😂

Isla: Thank you, @Kwame, for the fridge at midnight. Three weeks of samples say so, too.  ::🔬🙌
`;

export const lost = `
a: Lost: a blue bobble hat at {shop|the depot|Mill Lane}.
b: It is on the flour silo, looking down at us.  ::😂
a: Coming to get it.

a: Found: one house key with a small wooden fish.
b: Mine! I have been climbing through a window for two days.  ::😂🙌

a: Whose umbrella is the one with ducks?
b: The ducks are mine.  ::🦆

a: Found a ring by the sink in the canteen. It is in the office with Yara.
b: My grandmother’s! Thank you, thank you.  ::❤️🥹

a: Has anyone seen a flask, green, dented, faithful?
b: In {van}, front seat. Still warm!  ::☕
`;

export const managers = `
Freya: Agenda for {day}: oven refit, winter staffing, the new loading bay. Anything else by {evening}, please.  ::👍
Edwin: The flour price, ten minutes.
Priya: Apprentices, five.

Amara: Refit of {oven}: three days, or one night and a Sunday. I’d take the Sunday.  ::👍
Freya: What does Tomasz say?
Amara: “Not on the christening Sunday.” So the week after.

Edwin: October is closed: {percent}% above plan, mostly wholesale. Details are in the folder.  ::📈👏
Magnus: The hotels have discovered breakfast.

Priya: Ruth’s cover in payroll starts on {day}. I’d like us to keep Ruth’s chair for her.  ::💛
Freya: Of course.

Jonas: {route} is at its limit. Either another van, or we leave earlier.
Freya: What would you do?
Jonas: Earlier until January, then the electric one.
Freya: Agreed.  ::👍

Magnus: {place} would like exclusive {winter}. I’d say no, nicely.
Freya: No, nicely.
Gwen: No, very nicely, they also buy our rye.  ::😂

Beatriz: Two of my weekend people could do a day in the week. Who needs them?
Dolores: Me, on market days.
Marcus: And me when the trains run again.  ::🙏

Freya: I was on the early shift yesterday. I’d forgotten how much happens before most people wake up. Thank you for that place.  ::💛👏
Amara: You scaled well, too.
Freya: I was eleven grams off.
`;
