// What is said across the counters.

export const general = `
a: Sold out of {pastry} at {morning}. Could {shop} spare a tray?
b: {count} here, I’ll put them on the van.
a: You are saving my morning.  ::🙏🥐

Beatriz: Best Saturday since Easter, and the queue was in a good mood. Thank you, everybody.  ::🎉💛👏
a: It was the smell of {winter}.
b: It was your playlist.  ::🎶

a: A gentleman asked for “the loaf my wife likes”.
b: Which one did you give him?
a: {loaf}. He came back to say it was right.  ::😂❤️

Marcus: Trains are on strike on {day}, so Station Road will be quiet. Who would like two of my people?  ::🙋
Dolores: Market day, yes please!
Marcus: Sanjay and Tilly are yours from {morning}.

a: The card reader needs a minute to wake up this morning. Cash works, so do smiles.  ::😄
Devan: Restarted from here. Try again?
a: Works, thank you!  ::🙌

Dolores: {weather} forecast for market day. Let’s have soup cups out and the awning checked.  ::☔👍
a: Awning is done. Cups are coming with the van.

a: Somebody has left a very small red mitten at {shop}.
b: On a ribbon? That’s little Ada’s, her mum is in at {noon}.
a: Reunited.  ::💛

Arthur: Mrs Calloway is ninety on {day}. She has had {loaf} from us every week since 1988.  ::❤️🎂
Beatriz: Then she gets one on the house, with a candle.
Tomasz: I will bake it myself.  ::👏😍

a: Is {cake} vegan? Asked three times today.
Omar: It is not, there is honey in it. The parkin is.
a: Wrote it on the board.  ::🙏

Clara: Counted the till at {shop}: right to the penny, third day running.  ::👏
a: Witchcraft.
Clara: Spreadsheets.  ::😂

a: We are low on paper bags, the small ones.
b: I’ll send {count} bundles with {route}.
a: Bless you.

Kezia: A school class was in to see how we work. One boy asked whether bread sleeps.  ::😂🥹
a: What did you say?
Kezia: Only at night.

Bronwen: If anybody finds my good tamper, it has a dent and a name.  ::☕
a: What name?
Bronwen: Gareth.  ::😂

Emeka: The sandwich of the week is {loaf} with {beetroot|cheddar|egg and cress}. Sold {count} by {noon}.  ::🥪😋👏

Theo: New beans arrived. They taste of {plum|toffee|orange peel} and good intentions.  ::☕😋
a: I’ll be round at {noon} to check.

a: Could we have more of {loaf} on {day}? I’m turning people away.
Ines: {count} instead of {few}, is that enough?
a: More than enough, thank you!  ::🙏

Marcus: The 07:42 was cancelled, and forty people came in for tea. We have never been so popular.  ::😂☕
a: Need more milk?
Marcus: Need more floor.

Agnieszka: The lady with the two poodles ordered {cake} for a wedding. The poodles are bridesmaids.  ::🐩😍
a: I want photographs.

Poppy: I have learned three customers’ names today. One of them is also called Poppy.  ::❤️
a: That is half the work done for you.

Hamza: Whoever drew the fern in the milk this morning, you are dangerously close to my level.  ::☕😂
Bronwen: It was meant to be a sheep.
Hamza: Then it is the best fern of a sheep.

Dolores: We sold the last {winter} at {noon}, to the mayor, who had come for one and left with {few}.  ::🎉👏
a: Did you recognise her?
Dolores: Only when she paid.  ::😂
`;

export const windows = `
Tilly: Window at {shop} is done: a harbour of gingerbread and blue paper. Come and look!  ::😍👏🎄
a: Is that the ferry?
Tilly: It is Callum’s van.  ::😂

Mei: Could I have the old flour sacks? I’d like to hang {winter} on them.  ::💡
Ravi: As many as you can carry.

Beatriz: Please light the window until {evening}, people stop on their way home.  ::✨👍

Poppy: Chalkboard for {day}: “Be kind, it is only {day}.”  ::😂❤️
a: I needed that.

Rosa: Photographed all three windows. The one with the {bicycle|lantern|paper moon} goes on the front page.  ::📸👏
`;

export const words = `
a: Customer, today: “I moved house and kept my bakery.”  ::❤️🥹
b: Oh, that is going on the wall.

Arthur: “Your {loaf} tastes like being ten years old.” From a lady of eighty.  ::😍

a: A little girl drew us. There are three of us and one enormous croissant.  ::😂❤️
b: Accurate.

Saoirse: From the inbox: {place} would like to thank whoever wrapped their order, “it looked like a present”.  ::🎁👏
Mei: That was me!
Saoirse: I hoped so.

a: One grumble: {loaf} was smaller last week.
Ines: It was, by {mins} grams. Please say sorry from me, and give them the next one.
a: Done, and they are happy.  ::🙏

Saoirse: Five stars and one sentence: “They remember my name.”  ::💛👏
`;
