// What is said at the harbour depot, where the bread is driven out.

export const general = `
Jonas: Today: {count} stops, {few} vans, {weather} until {noon}. Please take the time you need on {road}.  ::👍
a: Loaded and leaving.
b: Right behind you.

a: {road} is closed until {noon}, burst pipe.
Jonas: Thanks. {route} goes by {road2} then, @b, and starts ten minutes early.
b: On it.  ::👍🚚

a: {place} asked for {loaf} instead of {loaf2} from {day} on.
Jonas: Changed. Did they say how many?
a: {count}, same as before.
Jonas: Perfect, thank you for asking them.  ::🙌

a: The new lad at {place} made me a coffee and knew my name.
b: You are famous.
a: I am, apparently, “the bread lady” .  ::😂💛

Precious: Trays! We are {count} short again. If there are some in your van, please bring them home.  ::👀
a: {mins} in mine, sorry.
b: I found a nest of them behind {place}.
Precious: You two are forgiven.  ::😄

Jonas: @Ines could {loaf} be on the dock by five on {day}? {route} leaves at {early}.
Ines: Yes. I’ll move it up on the board.
Jonas: Thanks, that saves us an hour.  ::🙏

a: Puncture on {road}. I’m safe, the bread is safe, the tyre isn’t.
Gordon: Stay put, I’m with you in {mins} minutes.
Jonas: I’ve told {place} you’ll be late. They said to take care.  ::💛
a: Rolling again. Gordon works magic.  ::🔧👏

a: Could somebody check whether {place} got their invoice? They asked me twice.
Oksana: Sent on {day}, and again just now.
a: You are quick.  ::👍

Jonas: Fuel figures: {percent}% less than last month, mostly thanks to the electric one and Aled’s gentle foot.  ::🌱👏
a: He drives like there is an egg on the dashboard.
Aled: There was, once. Never again.  ::😂

a: Dock door 2 sticks when it is damp. Lift a little and then push.
Kwame: On my list for {noon}. Thank you for the technique.

Nadia: {place} is closed on {day}, there is a note on the door.
Jonas: Well spotted. I’ve taken them off the run, and Oksana will send theirs to the food bank.  ::❤️🙏

a: Snow tyres: who still has last year’s?
Gordon: All of them, labelled, in the back. {van} first.
b: Of course they are labelled.  ::😄

Mateo: All {count} crates for tomorrow are picked and stacked by route. Only {winter} is still to come.  ::💪👍
Jonas: You have made my evening.

a: Parked, emptied, plugged in. Good night, everyone.
b: Night! Mind the cat, it sleeps under {van}.  ::🐈😂

a: Rainbow over the harbour, if anyone has a window.
b: I have a windscreen. It is enormous!  ::🌈😍

Jonas: {place} would like to pay cash, in coins, out of habit. Please take a bag.  ::😂👍
a: It weighs more than the bread.

Oksana: Count of the trays: {count}0 out, all but {few} back. The {few} know who they are.  ::👀😂
a: Mine will be home by {evening}.

a: New phone holder in {van} fell off twice.
Gordon: It has to click. Clicked it for you.
a: So that’s what the noise is for.  ::😄

Nadia: The school kitchen sends greetings and a drawing of a van with wings.  ::❤️🚚
Jonas: Please pin it over the board.
Nadia: Already there, over {route}.

Precious: Whoever labelled the crates by colour instead of by number: I could kiss you.  ::🎨👏
Mateo: Please don’t. But thank you.  ::😂

Aled: Choir sings at the Corn Exchange on {day}. Free tickets with every white tin, meaning: ask me.  ::🎶🙋
a: Two, please!
b: Is Gordon singing?
Gordon: Gordon is listening.  ::😄

a: {weather} tonight. Should I plug the diesels in as well?
Gordon: They have no plug.
a: I know. I just wanted to be kind.  ::😂💛
`;

export const routes = `
Jonas: {route} runs the other way round from {day}: school first, then the hotels. {mins} minutes saved, and no lorry queue.  ::👍🙌
a: Tried it today, works a treat.

a: {place} wants delivery before {early} on {day}. Can we?
Jonas: If we drop {place2} after it, yes.
a: I’ll tell them both.

Jonas: New stop on {route}: {place}, back door, ring twice, mind the step.  ::👀
a: The step got me already.
Jonas: Then it has met us.  ::😂

Callum: {road} has temporary lights for two weeks. Add {mins} minutes or go round by {road2}.  ::🙏
Jonas: Going round. Maps are updated.

Rhys: Does anybody know where exactly “the blue gate” at {place} is?
a: It is green since summer.
Rhys: That would be why.  ::😂

Hana: I compared four weeks of {route}: leaving {mins} minutes earlier gets it home forty minutes sooner. Shall we try?  ::📈💡
Jonas: Yes, from {day}.
a: Earlier than {early}? I’ll need a bigger flask.  ::☕

a: Two drops swapped on my sheet, {place} and {place2}.
Jonas: My mistake, sorry. Correct sheet is in the cab folder.
a: No harm done, they laughed.  ::👍

Jonas: # {day}, please note
  - {road} closed from {early} to {noon}
  - {place}: {count} extra, for a wedding
  - {route}: call ahead, nobody at the door before six  ::✅👍

Aled: Finished {route} with the sun coming up over the harbour. There are worse offices.  ::🌅😍
a: Some of us have a view of bin 4.
`;

export const vans = `
Gordon: {van} is in for brakes until {noon}. Please use {van2}, and be kind to its second gear.  ::👍
a: Always am.
Gordon: I know when you are not.  ::😂

a: Warning light on {van}, the one that looks like a teapot.
Gordon: Oil. Bring it in, it is a two-minute job.
a: Teapot sorted.  ::🫖🙏

Gordon: Electric one is at {percent}7% after a full day, heater on. I am, grudgingly, impressed.  ::⚡😄
a: Quote of the year.

a: Who left the sat-nav in Welsh?
Aled: It is good for you.
a: I went twice round the roundabout.
Aled: Good for you.  ::😂

Gordon: Washed, waxed, and the mirrors set. Whoever drives {van} next, it is cleaner than my kitchen.  ::✨👏

a: The side door on {van} needs two hands.
Gordon: Rail is bent. Straightened, try it now.
a: One finger! Thank you.  ::🙌

Gordon: MOT for {van} and {van2} on {day}. Take your flasks, gloves and love letters out, please.  ::😂👍
`;

export const bay = `
Precious: Line painting in the bay on {day} from {noon}. Please park on the road side until {evening}.  ::👍
a: Will the forklift lane be wider?
Precious: By half a metre. You asked for it, you get it.  ::🎉

Mateo: {winter} arrived: {count} cases, dry, all labelled. They are on the left by the blue door.  ::🎄👍

Oksana: Stock count matches to the last tray. I counted twice, because I did not believe it either.  ::👏😂

a: Cold store door was open when I came in.
Precious: The closer is slow. Kwame comes at {noon}, please push it shut until then.
a: Temperature is fine, I checked.  ::🙏

Precious: Forklift refresher on {day}, {morning}, for whoever has not driven it this year. Cones provided.  ::🚧👍
a: Last time I hit two.
Precious: Cones forgive.  ::😂

a: Is there a spare pallet jack?
Mateo: Behind the {flour}. Bring it back with its wheels on.  ::😄
`;
