// What is said at Mill Lane, where the bread is made.

export const general = `
a: Morning, everyone. {oven} is {running warm|a little slow|back to its best} today, so keep an eye on {loaf}.  ::👀👍
b: Thanks for the warning. I’ll drop it {five|ten} degrees.
c: That explains yesterday’s crust, then.  ::😅

a: Has anybody seen the {long peel|blue scraper|good thermometer|label roller}? It was by bench {1|2|3} last night.
b: Under the flour bags, I think. I saw it when we closed.
a: Found it. Thank you!  ::🙌

Amara: Good numbers yesterday: waste down {percent}% and not one late van. That is down to all of you.  ::🎉👏💛
a: The new bin labels help. You can see at once what you are throwing away.
b: And nobody wants to be the name on the chart.  ::😂

Wendy: Soup today is {soup}, and there is a tray of {pastry} that came out too dark to sell. Canteen, from {noon}.  ::🍲😋❤️
a: You are the reason I stay.
b: Save me a bowl? I’m on the dock until {noon2}.
Wendy: It has your name on it.  ::💛

a: The proving racks are at {degrees} °C. Are we happy with that?
b: For {loaf}, yes. Give the {pastry} a cooler shelf.
a: Moved them to the bottom. Thanks.  ::👍

Omar: Reminder that the swabs are on {day}. Nothing to prepare, just please don’t tidy specially for me.  ::😇😂
a: So we leave it looking lived in?
Omar: I want to see how we really work. Which is well, as a rule.  ::💚

a: Delivery of {flour} came in {few} bags short. I’ve signed for what is here and written the rest on the note.
b: Good. I’ll ring the mill.
b: They are sending the rest with {day}’s truck, no charge.  ::🙏

Amara: Welcome {Nell|Finlay}, who has been here {few} weeks already and can tell {loaf} from {loaf2} with closed eyes.  ::👏🥐🎉
a: By the smell or by the burn marks?
b: Both count.  ::😂

a: {weather} this morning. If your bus is late, say so here and somebody covers the first bake.
b: Mine is {mins} minutes behind.
c: I’ve got your bench until you are in.  ::💛🙏

Tomasz: Somebody scaled the {flour} beautifully last night. Every bag within ten grams. Who was it?
a: That was @b.
b: New scale, not new hands.
Tomasz: Take the praise.  ::👏😄

Lorna: Packing will be {few} short on {day}. If anyone likes a quiet room and a good radio, come and see me.
a: What is on the radio?
Lorna: You choose until eight, then I do.  ::😂🎶
a: Put me down.

a: Fire drill is at {morning}. Ovens stay on, people go out.
b: And the pastry?
a: The pastry is braver than we are.  ::😂

Omar: The allergen sheet for {winter} has changed: it now says ^red(almond) as well. The new one is on the board, please bin the old print.  ::✅🙏
a: Done on line 1.
b: Done on line 2 and in the decorating room.  ::✅

a: Could the last one out please switch off the light over bench 3? It was on all night again.
b: I thought that was the moon.  ::😂
c: I’ll put a note by the door.

Amara: Huddle moves to {morning} today, by bench 2. Five minutes: yesterday’s waste, today’s vans, one nice thing.  ::👍
a: The nice thing is {cake}. I brought some.
b: Best huddle of the year, then.  ::🍰😋

Abena: Deep clean of {kit} on {day} evening. Please empty it by {evening} and leave the parts on the blue trolley.  ::🧽👍
a: Will do. Do you need a second pair of hands?
Abena: Always, if they are tall hands.
a: I’ll bring @b.  ::😂

a: Lost: one glove, left, warm, of sentimental value.
b: By the kettle since Tuesday. It has made friends there.  ::😄

Leo: I need {few} people who have an opinion on {winter}. Kitchen, {noon}, bring your own pencil.  ::🙋😋
a: I have opinions on everything.
b: We know. I’ll come too.  ::😂

a: Thank you to whoever restocked the plasters. It is small, and I noticed.  ::💛
b: Now nobody use any.

Isla: Shelf-life results are in. {loaf} keeps a day longer in the new bag, {loaf2} makes no difference.  ::🔬👏
a: So we only change the one?
Isla: That would be my advice. It saves about {count} bags a day as well.

a: The radio stays on the station it is on. We voted.
b: By {one|two} vote{s|}.
c: Democracy is hard.  ::😂

Amara: The council inspector was here unannounced and left after {mins} minutes with “nothing to add”. I have never been prouder of a boring visit.  ::🎉👏💪
a: Framed on the wall?
Omar: Already is.  ::😂

a: Who made the little paper star on the clocking-in machine? It made my {morning|whole morning}.  ::✨💛
b: It folds itself, I was told.
a: Then it folds beautifully.

Ravi: Dough room will be loud from {noon}: new bearings in the big mixer. Ear plugs are by the door.  ::👍
a: Pink ones or orange ones?
Ravi: There is a choice, and there should be no fighting.  ::😂

a: A visitor asked me today why we start so early. I had no answer.
b: Because bread does.
a: That is going on a tea towel.  ::😂❤️

Amara: Visit from the college on {day}, {count2} students. If one of them stands at your bench and looks lost, let them weigh something.  ::👍😄
a: Can I let them wash something?
Amara: Weigh first.

a: Parking: the space by the silo stays free until {noon}, the tanker comes.
b: Moved the van. Thanks for saying so.  ::👍

Marguerite: The sugar thermometer is back from its check and is two degrees more honest than before.  ::😂👏
a: That explains the caramel.
b: I liked the caramel.

Wendy: I’ve got {count} jam jars, washed. Who makes what with them?  ::🙋
a: Quince, if I may have six.
b: Chutney. I’ll bring you two back, full.
Wendy: That is how it works.  ::❤️

a: The clock over the sheeter is {few} minutes fast.
b: It has been since I started. I’m always early because of it.
Kwame: Then I’ll leave it.  ::😂

Suleiman: Night team says good morning. {count} trays ahead, floor dry, and somebody left us a cake. Thank you, somebody.  ::🌙💛
a: Somebody says you’re welcome.

a: Does anyone know a good {dentist|plumber|piano teacher} around here?
b: My sister-in-law swears by hers, I’ll send you the number.
a: Thank you, you’re a lifesaver.

Omar: Hand-wash poster by line 2 is new, with a drawing by Hettie. Please wash as the drawing does.  ::👏😂
a: The drawing is having a lovely time.
Hettie: It is a self-portrait.

Finlay: Is it normal to dream about trays?
a: First month, yes.
b: Tenth year, too.  ::😂
`;

export const earlyShift = `
a: {oven} lit at {early}, reading {temp}. First {loaf} goes in at quarter past.  ::👍
b: Starter looks lively. I’ve fed the second tub.
a: Perfect, thank you.

a: Who has the keys to the dry store? I’m outside it in my socks.
b: Two minutes. Why socks?
a: Long story, wet shoes.  ::😂

a: Racks are at {degrees} °C, leaving them another {mins} minutes.
b: Agreed, the {pastry} are still tight.  ::👍

Ines: Board for today: {count} of {loaf}, {count2} of {loaf2}, and {pastry} as usual. @a on the deck, @b on shaping.  ::👍
a: On it.
b: Apron on, coffee in.  ::☕

a: {mins} minutes late, the bus sailed past me. Sorry!
b: No harm done, I’ve scaled your first batch.
a: You are a star.  ::⭐

Chidi: Night notes: {kit} squeaks again, Kwame knows. Dough 4 was slow, so give it {mins} more minutes. Bins are out.  ::🙏
a: Thanks, sleep well.
Chidi: I’ll dream of silence.  ::😴

a: Anyone else find the {flour} thirsty today? I’m at two percent more water.
b: Same here. New batch, I think.
c: Write the batch number on the board and I’ll tell Omar.  ::👍

Ines: Quick one: please weigh the first three of every tray, not only the first. We were {mins} grams light on {loaf} yesterday.  ::👍✅
a: Will do.
b: Was that me?
Ines: It was the divider. Kwame has set it straight.

a: Window side is all {loaf} now, so {loaf2} gets the stone.
b: Lovely colour on those.
c: Ten out of ten, would queue.  ::😍

Nell: First batch of {pastry} on my own! Slightly wonky, but they rose.  ::🥐👏🎉
a: Wonky is how people know a person made them.
Ines: The layers are spot on. Proud of you.  ::💛

a: Van is here at {early}, earlier than planned. Can we have {loaf} on the dock first?
b: Cooling now. Give me {mins} minutes.
a: He says he will have a coffee, then.  ::☕

a: Tea is made. There is oat milk this time.
b: It is the small things.
c: It is mostly the biscuits.  ::🍪

Salma: {oven} door needs a firm hand today. Push until it clicks, please, or we lose the steam.  ::👀
a: Noted. Kwame?
Kwame: Seen it. I’ll be down at {morning}.  ::🙏

a: Slow proof, cold night. I’ve moved everything {mins} minutes back and told the dock.
b: Good call.
Jonas: The vans can live with that.  ::👍

Bartek: {loaf} is out and it sings. Listen to that crackle.  ::😍🎶
a: I can hear it from packing.

Ines: Handover: all {count} trays out, deck swept, starters fed. Only {loaf} is still in, until {morning}.
a: Taking over. Anything odd?
Ines: Only Finlay’s singing.  ::😂
Finlay: It keeps the dough calm.

a: Could you bring the salt up when you come? We are on the last tub.
b: Two tubs on the trolley.  ::🙌

a: Front door code was changed, and I’m looking in through the window like a cat.
b: Letting you in. New one is on the back of the board.
a: Purr.  ::😂

Ines: @a, could you take Finlay along on the {pastry} today? He has watched for long enough.  ::👍
a: Gladly. First fold is his.
Finlay: I’m not nervous. You are.  ::😂

a: Steam on {oven} takes its time. I’d give it {mins} seconds more.
b: Did that, and the crust is better for it.  ::👌

a: We have {few} trays of {pastry} more than the board says.
Ines: Send them to Market Street, Dolores asked.
a: On the van.  ::👍

Suleiman: Handing over: everything scaled, {loaf} shaped, {kit} cleaned. One lightbulb gave up.
a: One lightbulb is allowed to.
b: Thanks for the tidy benches, as always.  ::🙏💛

a: Is the radio off on purpose?
b: Bartek said five minutes of quiet.
Bartek: It has been three.  ::😂

a: {weather} out there, so mind the step by the dock. I’ve put salt down.
b: Thank you! My knee thanks you, too.  ::🙏

Salma: Tried the flatbreads with {flour}. Come to my bench with something to dip.  ::😋🙋
a: Oil and salt, coming.
b: I brought {soup}.  ::😂

Ines: We finished {mins} minutes early. Sit down, drink something, and nobody pick up a broom for a moment.  ::☕💛
a: I don’t know what to do with my hands.
b: Hold a cup.

a: Why is there a rubber duck on the scale?
b: It weighs exactly 50 grams. It is for checking.
a: Of course it is.  ::🦆😂
`;
