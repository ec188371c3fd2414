// What is said after work: the garden, the runners, the animals, and the way home.

export const allotment = `
Gwen: The {veg} are in! Four hours, {few} pairs of hands and one very muddy dog.  ::🌱👏🐕
a: My back says hello.
b: My back says it was worth it.

a: Who has the gate key this week?
Mateo: Me. I’m there from {noon} on Saturday.

Mateo: What should go in bed 3 for spring? I’m for {veg}.
a: {veg2}, please. We never have enough.
Gwen: Half and half, then. The fence decides.  ::😂👍

a: Slugs: 1. {veg}: 0.
b: Have you tried coffee grounds?
Theo: I have a whole bucket at Quayside, help yourselves.  ::☕🙌

Gwen: First {veg} of the year go to the canteen, the rest is for whoever dug.  ::💚🍲
Wendy: You will get them back as soup.

a: {weather} tonight, so somebody should cover the seedlings.
b: I’m five minutes away, I’ll do it.  ::🙏💛

Devan: I have built a small thing that waters bed 2 when it is dry.  ::🤓👏
a: Does it text you?
Devan: It texts you, actually.  ::😂

a: We need a new wheelbarrow. The old one is now a sculpture.
Gwen: Edwin has approved up to forty pounds, “for agricultural equipment”.  ::😂🎉

Nell: I ate a tomato in November. It was this big. I was so proud.  ::🍅❤️

Gwen: Rules, as always: label what you plant, last one locks the gate, share the strawberries.  ::🍓👍
`;

export const seeds = `
Gwen: Seed swap and soup, Saturday week at eleven in the Mill Lane yard. Bring what you have too much of.  ::🌱🍲👍
a: I have beans. So many beans.
b: I have jars.

a: Does anybody have {veg} to swap for {veg2}?
b: Plenty, labelled “maybe”.  ::😂

Mateo: My grandmother’s peppers: twenty seeds, to good homes only.  ::🌶️❤️
a: I’ll send you photographs of them growing up.

Yara: Envelopes for the swap are folded. They say where the seeds come from and who to thank.  ::💌👏

Gwen: Leftover garlic is in the red bucket by the gate, help yourselves.  ::🧄
`;

export const runners = `
Sanjay: {distance} along the harbour on {day}, meeting at {evening} by the ferry steps. Slow enough to talk.  ::🏃👍
a: In!
b: If you mean slow.
Sanjay: I mean very slow.  ::😂

a: My first {distance} without stopping!  ::🎉👏💪
b: And you were smiling. I saw you.

Nadia: {weather}, and we ran anyway. Best decision of the day.  ::🙌
a: Second best. The buns were first.

Callum: Does driving {route} count as training?
Sanjay: Only if you run beside the van.  ::😂

Hana: We have run {count}0 km together this month. I made a graph.  ::📈❤️
a: Of course you did.

a: Looking for somebody to run the winter ten with me.
b: Me, if we stop for {cake} at the halfway point.
a: That is the whole plan.  ::🍰😄

Sanjay: Head torches on from now, please, and something bright.  ::🔦👍
`;

export const pets = `
a: {pet} has learned to open the bread bin.  ::😂🙀
b: Hire that {animal}.

a: Can anybody look after {pet} over the weekend? Good company, snores.
b: I’d love to!
a: You are an angel. I’ll bring food and the blanket.  ::💛🐾

Poppy: This is {pet}, three months old, afraid of croissants.  ::😍❤️🥹
a: Of the smell?
Poppy: Of the crunch.  ::😂

Callum: Found a {animal} asleep in {van} this morning. Not ours, very polite.
a: Does it have a collar?
Callum: It has a name tag and an owner, and both are happy now.  ::❤️🙌

Agnieszka: The vet says {pet} is “generously built”. I blame the {pastry}.  ::😂
a: We all do.

a: Who else’s {animal} sits on the laptop?
b: Mine answers mails.  ::😂
c: Better than I do.

Yara: Bring-your-dog day at head office is {day}. Please keep them out of the sample kitchen. All of them, Magnus.  ::🐕😂
Magnus: He was only reviewing.

a: {pet} turned {few} today, and got a biscuit the size of his head.  ::🎂🐾❤️

Gordon: The depot cat has been to the vet, is healthy, and is now officially called Torque.  ::🐈👏😂
`;

export const lift = `
a: Driving from {town} at {early}, two seats free this week.
b: One for me, please. I’ll bring the coffee.
a: Deal.  ::☕🚗

a: Does anybody pass {town} after {evening}?
b: I do. By the gate in ten minutes?
a: Perfect, thank you!  ::🙏

a: Train is cancelled. Can somebody pick me up at the station?
b: I’m at the lights, wait there.
c: And I’ll tell Ines.  ::💛

Yara: {count} shared rides this week. That is a lot of parking spaces, and a lot of gossip.  ::😂🌱

a: Forgot my scarf on the back seat, it is green.
b: It looks better on me, but you’ll get it back.  ::😄

a: I’m on lates next week, so no lift from {town}, sorry.
b: No worries, @c drives on {day} and I’ll walk the other days.
`;

export const firstAid = `
Ines: Kit {1|2|3|4} is restocked, plasters and burn gel. Please write it on the card when you take something.  ::👍🙏

Lorna: Burn on the packing line, small. Cooled for twenty minutes, dressed, and he is back at work and embarrassed.  ::💛
Kwame: Well done. Was the tap warm enough to stand it?
Lorna: Just right.

Yara: Refresher course on {day}, {morning}, at head office. There are {few} places, lunch included.  ::🙋👍
a: Me, please.
b: And me, mine runs out in January.

Precious: The defibrillator at the depot had its check: battery good until 2029.  ::✅🙏

Dolores: Customer felt faint at the market. Sat her down, sweet tea, her son came. All well.  ::💛👏
Ines: Thank you for staying with her.

Priya: New signs with the first aiders’ faces are up at all sites. You look very dependable.  ::😄
Kwame: I look like I have just seen the goose.
`;

export const kits = `
Lorna: Missing from kit {1|2|3}: tape and two triangular bandages. Ordered.  ::👍

Kwame: Eye wash by {oven} is new. The old one is in the bin, it was from 2022.  ::🙏

Yara: All boxes have the new list inside the lid. Twelve lines, tick as you go.  ::✅

Precious: Depot kit is complete. Somebody had added a bar of chocolate, and I left it in.  ::🍫❤️
`;
