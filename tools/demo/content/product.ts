// What is said of the winter range and of quality.

export const winterGeneral = `
Leo: Status of the winter range: {winter} is final, {winter2} needs one more bake, everything else is in the hands of Ling.  ::🎄👏
a: My hands are full of ribbon.
b: Send some here, we can tie.

Freya: The hotels have ordered {count} cases already, and we have not sent a single brochure. Wonderful work.  ::🎉💛👏
Magnus: The Tern Hotel alone took {few} of everything.
a: Then we should bake it, too.  ::😂

Gwen: {extra} is secured until February, at last year’s price. I may have sung to the supplier.  ::🎶👏
a: Which song?
Gwen: Whatever works.

Amara: Production plan: {winter} on {day} and {day2}, {winter2} in between. It leaves the deck free for bread until {morning}.  ::👍
a: Tight, but we can do it.
b: Two extra hands from packing would help.
Lorna: You have them.

Ines: Could {winter} bake after {noon}? Then the ovens are not fought over.
Amara: Good idea, changed.  ::🙏

Rosa: I’m writing the little cards. One sentence for {winter}: what should people know?
a: That it keeps for three weeks and never lasts three days.
Rosa: Sold.  ::😂❤️

Hana: Forecast: {count}0 boxes of {winter}, {percent}% more than last year. The error bars are honest.  ::📈👍
a: And if it snows?
Hana: Then more. People bake less and eat more.

Edwin: Costing for {winter} is done: we earn our living on it, just. Please don’t add more {extra}.  ::😅
Leo: One gram?
Edwin: Half.

Leo: Thank you all for the week. I smell of {orange|cinnamon|plum} and I am very happy.  ::🍊💛😄
`;

export const tasting = `
Leo: Tasting of {winter} at {noon}, canteen. {few} versions, no names on them, be honest.  ::🙋😋
a: Honest as in kind?
Leo: Honest as in useful.

Marguerite: Number {2|3|4}. The peel is finer and it does not shout.  ::👍
a: I liked that one as well.
b: Number one for me, for the crust.

Leo: # Result
  - {winter}: version three, by a mile
  - {winter2}: less clove, please
  - {cake}: leave it alone, said everybody  ::👏😋

Delphine: Is the marzipan meant to be that thick?
Leo: It was meant to be a pleasant surprise.
Delphine: It was.  ::😂

Wendy: As somebody who has eaten {winter} since 1966: this is the one.  ::❤️👏
Leo: I’m having that framed.

Isla: Water activity of {winter} is good for {count} days. Science agrees with Wendy.  ::🔬😄

Tomasz: It needs one more day of rest before it is cut. Then it tastes of itself.  ::👍
a: Like all of us.

Leo: New tasting sheet is up: five lines, one smiley, no essays.  ::😂👍
a: I had written an essay.
Leo: I know. I read it twice.
`;

export const packaging = `
Ling: Three drafts of the box for {winter}: the forest, the harbour, the plain one. Vote with an emoji, 🌲 🌊 or 📦.  ::🌲🌊🌲📦
a: Harbour! With the little van.
b: The plain one would look lovely stacked.
Ling: Harbour outside, plain inside. Everyone is right.  ::🎉

Ling: The paper arrived. It folds like a dream and it goes in the green bin.  ::🌱👏

a: The ribbon snags in the machine.
Ling: Five millimetres narrower, then. New roll comes on {day}.
a: Works now. Pretty, too.  ::🎀🙌

Devan: Label printer prints the accents again: stollen, pâté, crème brûlée, all there.  ::👏😄
Hettie: And the little heart?
Devan: And the little heart.  ::❤️

Omar: Allergens must be ^red(bold) and at least 1.2 mm high. The draft is at 1.1.  ::🙏
Ling: Fixed in version {4|5|6}. Thank you for measuring.

Hettie: {count} boxes folded before lunch. I have found my calling.  ::📦😂👏
Lorna: I have found my packer of the week.
`;

export const quality = `
Omar: Audit on {day}. They want to see {kit}, the cold chain, and how we handle {extra}. We are ready.  ::💪👍
a: Shall I pull the temperature sheets?
Omar: Please, from the last three months.

Isla: Swabs from the {packing line|decorating room|dough room}: all clear.  ::✅👏
Abena: Music to my ears.

Omar: New rule for {extra}: closed tubs, blue lids, own scoop. No exceptions, not even small ones.  ::✅🙏
a: Lids are in the store, top shelf.

a: A customer asks whether {loaf} contains milk.
Omar: No, but it is made beside butter. Say exactly that, please, and offer the sheet.
a: Thank you, she was glad to know.  ::💚

Omar: Complaint from {place}: a piece of paper in the tray. Harmless, ours, and my fault for the new liners. I’ve written to them.  ::🙏
a: They told me they liked your letter.

Isla: Fridge {2|3|4} drifted to 6 °C for {mins} minutes last night. Everything in it is checked and fine.  ::👍
Kwame: Door seal, changed.
Isla: Quick as ever.

Abena: Please rinse before the machine, not after. It knows.  ::😂👍

Omar: Training for allergens, {day} at {noon}, forty minutes. There is {cake}, with its allergens listed.  ::🍰😄
a: You think of everything.
`;

export const audits = `
Omar: # Findings so far
  - Cold chain: none
  - Labels: one, fixed on the spot
  - Cleanliness: “exemplary”, and I quote  ::🎉👏💚
a: Exemplary! I’m putting that on a mug.
Abena: I’ll have two.

Omar: The auditor comes back on {day} for {kit}. Kwame, could you be there at {morning}?
Kwame: With my best overalls.  ::😂

Isla: Sheets for {day} are scanned and filed. The only coffee stain is mine.  ::☕👍

Omar: Thank you, all. Grade A again, the fourth year in a row.  ::🏆🎉👏💛
a: Canteen?
Omar: Canteen. Wendy knows already.
`;
