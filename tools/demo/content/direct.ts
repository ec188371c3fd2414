// What two people write to each other.

export const direct = `
a: Have you got five minutes at {noon}?
b: For you, ten. Canteen?
a: Canteen. I’ll get the tea.  ::👍

a: Did you see the numbers for {loaf}? Up {percent}%.
b: It is the new bag. People can see the crust.
a: Or it is the crust.
b: Or it is the crust.  ::😂

a: Thank you for yesterday. I was at the end of my tether.
b: I know. I have days like that, too.
a: It really helped.
b: Any time. I mean it.  ::💛

a: Do you have the recipe for {cake}? My mum’s birthday is on {day}.
b: I’ll write it down, with the trick.
a: There is a trick?
b: There is always a trick. Butter the paper, too.  ::🙏😋

a: Running {mins} minutes late, sorry!
b: No rush, I’m early.

a: Can I ask you something silly?
b: Those are the best ones.
a: How do you get {loaf} out of the tin without the corner breaking?
b: Wait. Four minutes. Nobody ever waits.
a: I never waited.  ::😂

a: Could you look over my text before I send it? It is short.
b: Send it here.
a: “We are sorry about the paper in your tray. It should not have been there, and it won’t be again.”
b: Perfect. Don’t change a word.  ::🙏

a: Is the meeting on {day} still on?
b: Moved to {morning}. Same room.
a: Good, I would have sat there alone.

a: The doctor says it is nothing. I can breathe out.
b: Oh, what a relief. Go home and do nothing at all.
a: Doing it already.  ::💛

a: Would you swap your {early} on {day} for my late?
b: Yes, happily. I hate getting up.
a: You work in a bakery!
b: I contain multitudes.  ::😂

a: I’ve put the keys in your drawer.
b: Which one, left or right?
a: The one that closes.
b: Got them.

a: Congratulations on {five|ten|three} years! How does it feel?
b: As if I had flour in my shoes. Thank you!  ::🎉❤️

a: {place} is very happy, by the way. They asked for you by name.
b: Really? What did they say?
a: “The one who laughs.”
b: That could be anybody here.
a: No. It couldn’t.  ::😄

a: Photos of the window, as promised: they are in the folder now.
b: Wow, these are lovely.
a: The evening ones are my favourites.

a: Could you bring {extra} down when you come?
b: How much?
a: A bucket.
b: A small bucket or your idea of a small bucket?
a: You know me.  ::😂

a: Are you all right? You were quiet today.
b: Bad night, that’s all. The baby has teeth now.
a: Go early tomorrow, I’ll close.
b: You are very kind.  ::💛

a: Quick check: {count} of {loaf} for {place}?
b: {count}, and {count2} on {day}.
a: Thanks!

a: I finally watched the series you told me about.
b: And?
a: I was up until two. I hate you.
b: There are four more seasons.  ::😂

a: Lunch on {day}? The new place on Market Street has dumplings.
b: Say no more. {noon}?
a: Booked.  ::🥟

a: Can you send me the figures for {route} before {evening}?
b: In your folder in ten minutes.
a: Thank you, that’s plenty of time.
b: Done. The last column is a guess, and it says so.

a: I’ve got the apprenticeship talk on {day}. Any tips?
b: Tell them about the time with the two tonnes of {flour}.
a: I was hoping nobody remembered.
b: Everybody remembers.  ::😂

a: What do you think of the name?
b: I like it. It sounds like winter.
a: Good, because the labels are printed.

a: My bike is back! Somebody handed it in.
b: No! Where was it?
a: At the station, with a full tyre. They even pumped it up.
b: There are good people.  ::❤️

a: Should I mention it in the huddle, or is that too much?
b: Mention it. Short and friendly.
a: Short I can do.

a: The heating upstairs is off again.
b: I have told Kwame. Blanket is in my cupboard, take it.
a: You have a blanket in your cupboard?
b: I have everything in my cupboard.  ::😄

a: Just to say: I thought you handled that customer beautifully.
b: I was shaking.
a: It didn’t show. At all.
b: Thank you. That means a lot.  ::💛

a: Do you know who ordered {count} extra trays?
b: Me. {place} has a wedding.
a: Ah, good. I was about to panic.
b: Never panic before nine.

a: Is it true that {pet} came to work with you?
b: He hid in the bag. I swear.
a: And?
b: He has better references than I do.  ::😂🐾

a: I need a gift for somebody who has everything.
b: {winter}, in Ling’s box.
a: Why didn’t I think of that?

a: Could we talk about the rota? Nothing bad.
b: Of course. Today after {noon}?
a: Perfect.
b: I’ll bring the sheet, and {cake}.

a: Forgot to tell you, the mill rang. They can do {flour} a day earlier.
b: Brilliant, then we bake on {day}.
a: That’s what I said to them.  ::👍

a: Are you going to the run on {day}?
b: If you wait for me at the bridge.
a: I’ll walk with you from the bridge.
b: Then yes.

a: You were right about {kit}.
b: I am sorry?
a: I said you were right.
b: I know, I wanted to read it twice.  ::😂

a: Safe journey! Text me when you are there.
b: I will. Back on {day}.
a: Bring the weather with you.

a: How was the first day back?
b: As if I had never been away. In a good way.
a: We missed you. Even the mixer did.  ::💛

a: Shall we do the window together on {day} evening?
b: Love to. You cut, I hang.
a: As ever.  ::✨

a: I’m at the counter and Mrs Calloway asks for you.
b: Tell her I’m back on {day}, and that I’ve kept her recipe.
a: She says you had better.  ::😂

a: Do we have a plan B if {kit} is not back by {day}?
b: Plan B is the old one and a lot of patience.
a: Plan C?
b: Sandwiches.  ::😂

a: Could you check my sums? {count} trays at {few} rows each.
b: Looks right to me, but write it down, I’ve only had one coffee.
a: Written down. Have another coffee.

a: Where did you get that coat? I’ve been meaning to ask.
b: The market, the stall beside the cheese. Fifteen pounds!
a: I’m going on {day}.
b: Take cash, and don’t look keen.

a: How is your mum?
b: Home since yesterday, and already telling everybody how to cook.
a: So she is well.
b: So she is well.  ::💛

a: The samples are in your fridge, second shelf.
b: The ones with the blue label?
a: Those. Please don’t let Magnus near them.
b: I’ll hide them behind the celery. Nobody looks behind celery.  ::😂

a: I read your message three times and I still like it.
b: I wrote it five times.
a: It shows. In a good way.

a: Do you mind if I come to the tasting, too?
b: Mind? I saved you a spoon.  ::😋

a: Can I move our talk to {day}? The dentist has other plans for me.
b: Of course. Same time?
a: Same time, half a face.  ::😂

a: Is the big mixer yours until {noon}?
b: Until quarter to. Then it is all yours.
a: Thank you. I’ll keep out of your way until then.

a: You left your glasses in the canteen.
b: I have been looking for them all day.
a: I know. You wore your other ones on your head.  ::😂

a: Thanks for the honest feedback. It stung for an hour, and then it helped.
b: I was worried about the hour.
a: Worth it.  ::🙏

a: My cousin is looking for work. He is a good one, very calm.
b: Tell him to write to Priya. Calm is exactly what {place|packing|the dock} needs.
a: I’ll tell him tonight.

a: {few} of us are going for a curry on {day}. Are you in?
b: I’m in if it is the one with the garlic naan.
a: It is always the one with the garlic naan.  ::😋

a: What was the name of that song on the radio this morning?
b: Something with “harbour” in it. I’ll hum it to you.
a: Please don’t.  ::😂

a: Did the part come?
b: On my bench. Wrong colour, right size.
a: Who cares about the colour.
b: The old one does. It is jealous.

a: Sorry I was short with you earlier. It was the phone call, not you.
b: I thought so. All forgotten.
a: Thank you.  ::💛

a: Would you read the card before everyone signs it?
b: “Ten years of mornings” is perfect. Leave it at that.
a: I’ll pass it round from {noon}.

a: Do you remember where we put the lights last year?
b: In the box that says “not lights”.
a: Why?
b: So that nobody takes them.  ::😂

a: I can do {day} after all, if you still need somebody.
b: I do! You’ve made my week.
a: That was easy.

a: Your {cake} won. By a lot.
b: Really? I thought it was a little dry.
a: Nobody else did.  ::🎉

a: May I borrow your good knife until {noon}?
b: Only because it is you.
a: I’ll guard it with my life.
b: Guard it with the sheath, please.  ::😂

a: It is snowing up here! Only a little, but still.
b: It is raining down here. A lot, and still.

a: I’ve got the tickets for {day}: row {few}, in the middle.
b: How did you do that?
a: I asked nicely, and I was holding a warm loaf.  ::😂

a: Heads-up: Freya is on her way over, and she is in a very good mood.
b: Then the hotels have signed?
a: I couldn’t possibly say. Yes.  ::🎉

a: Do I need to bring anything tomorrow?
b: Yourself, and thick socks.
a: That bad?
b: That cold.
`;
