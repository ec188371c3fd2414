// One device on a walk, the two people who share it, and what must never happen to them: something sent twice or not at all,
// something of the one shown to the other or left for them to find, something unsent lost without a word.
import { expect } from 'vitest';
import type { Session } from '#contract/auth.ts';
import * as auth from '#contract/auth.ts';
import type { Message } from '#contract/chat.ts';
import * as chat from '#contract/chat.ts';
import { docOf, plainText } from '#contract/rich-text.ts';
import { TestClient } from '#tests/kit/client.ts';
import { PASSWORD } from '#tests/kit/factory.ts';
import { noFaults } from '#tests/kit/outside/fault-proxy.ts';
import type { Random } from '#tests/kit/random.ts';
import { say, to } from '../talk.ts';
import { Browser } from './browser.ts';
import { Page } from './page.ts';
import { bad, canary, down, type Lane, mark, ownerOf, type Person, type Said, type Step, until } from './rules.ts';

export class Device {
  readonly steps: string[] = [];
  private readonly browser = new Browser();
  private readonly pages = new Set<Page>();
  private readonly said: Said[] = [];
  private readonly lane: Lane;
  private readonly random: Random;
  private readonly leaving = new Set<Page>();
  /** Has said to go, and to give up what waits. */
  private going: Person | undefined;
  private version = 1;
  private stay = 0;
  constructor(lane: Lane, random: Random) {
    this.lane = lane;
    this.random = random;
    lane.proxy.faults = noFaults;
    lane.proxy.offline = false;
    this.open();
  }

  private open(): Page {
    const { lane, browser } = this;
    const page = new Page({
      browser,
      begin: lane.begin,
      server: lane.proxy.url,
      version: `v${this.version}`,
      onGone: (gone) => {
        this.pages.delete(gone);
        this.stay++;
        // As the browser goes where it was sent.
        setImmediate(() => this.ended || this.open());
      },
    });
    this.pages.add(page);
    return page;
  }
  private ended = false;

  /** Who the device says is signed in. */
  private get who(): Person | undefined {
    const session = JSON.parse(this.browser.local['userSession'] ?? 'null') as Session | null;
    return this.lane.people.find(({ api }) => api.employee_id === session?.employee_id);
  }
  private static client(page: Page) {
    return page.parts.app.state.client;
  }
  private owner(page: Page): Person | undefined {
    const account = Device.client(page)?.account;
    return this.lane.people.find(({ api }) => `${api.company_id}/${api.employee_id}` === account);
  }
  private get page(): Page | undefined {
    return this.random.pick([...this.pages]);
  }

  async step(name: Step): Promise<void> {
    this.steps.push(name);
    await this[name]();
    await new Promise((done) => setTimeout(done, this.random.below(4)));
    this.look();
    this.nothingForeign();
  }

  /** As the screens do: on every page with somebody, the list and the conversation are read. */
  private look(): void {
    const { other } = this.lane;
    for (const page of this.pages) {
      const { app, conversationsKey, messagesKey } = page.parts;
      if (!Device.client(page)) continue;
      for (const queryKey of [conversationsKey, messagesKey(`employee/${other.employee_id}`)])
        void app.queryClient.ensureQueryData({ queryKey }).catch(() => undefined);
    }
  }

  private say(): void {
    const page = this.page;
    const client = page && Device.client(page);
    const by = page && this.owner(page);
    if (!client || !by || this.who !== by || !page || this.going === by) return;
    const text = canary(by);
    const before = client.outbox.state.items.length;
    const saving = page.parts.send(client, to(this.lane.other), docOf(text));
    const item = client.outbox.state.items.at(-1);
    // Only a page that is about to be left takes nothing any more.
    if (!item || client.outbox.state.items.length === before) return void this.leaving.add(page);
    const { stay } = this;
    // Two tabs in which somebody writes in the same moment have no order between them.
    const after = this.said.filter((one) => one.by === by && one.stay === stay && (one.page === page || one.saved));
    const said: Said = { id: item.id, by, text, step: this.steps.length, stay, page, after };
    this.said.push(said);
    void saving.then((saved) => {
      said.saved = saved;
      if (!saved && !page.parts.storage.problem) throw new Error('Only memory has it, and nobody says so');
    });
  }
  private async hear(): Promise<void> {
    const by = this.random.pick(this.lane.people) as Person;
    await say(this.lane.other, to(by.api), canary(by));
  }
  private async discard(): Promise<void> {
    const page = this.page;
    const client = page && Device.client(page);
    const item = this.random.pick(client?.outbox.state.items ?? []);
    const said = this.said.find(({ id }) => id === item?.id);
    if (!client || !said) return;
    said.gone = true;
    void client.outbox.discard(said.id).then((taken) => {
      if (taken) said.taken = said.gone = true;
      else if (!said.taken) delete said.gone;
    });
  }
  private pause = (): Promise<void> => new Promise((done) => setTimeout(done, this.random.below(40)));
  private offline(): void {
    this.lane.proxy.offline = true;
  }
  private down(): void {
    this.lane.proxy.faults = down;
    this.lane.proxy.cut();
  }
  private storm(): void {
    this.lane.proxy.faults = bad;
  }
  private online(): void {
    this.lane.proxy.faults = noFaults;
    this.lane.proxy.offline = false;
    for (const page of this.pages) page.say('online');
  }
  private full(): void {
    this.browser.full = true;
  }
  private room(): void {
    this.browser.full = false;
  }
  private tab(): void {
    if (this.pages.size < 3) this.open();
  }
  private end1(page: Page | undefined, how: 'close' | 'kill'): void {
    if (!page) return;
    this.pages.delete(page);
    page[how]();
    if (!this.pages.size) this.open();
  }
  private close(): void {
    const page = this.page;
    const client = page && Device.client(page);
    // The browser asks before it closes such a page (page-events.ts): nobody would.
    if (client?.outbox.unsaved()) return;
    this.end1(page, 'close');
  }
  private kill(): void {
    this.end1(this.page, 'kill');
  }
  private killBrowser(): void {
    for (const page of this.pages) page.kill();
    this.pages.clear();
    this.open();
  }
  /** Another build is there: it comes with the next page, and here at once. */
  private newVersion(): void {
    this.version++;
    this.close();
  }
  private async worker(): Promise<void> {
    if (!this.who) return;
    const worker = new Page({
      browser: this.browser,
      begin: this.lane.begin,
      server: this.lane.proxy.url,
      version: 'worker',
      onGone: () => undefined,
      isWorker: true,
    });
    const late = new Promise((done) => setTimeout(done, 50));
    await Promise.race([worker.parts.sendFromWorker().catch(() => undefined), late]);
    worker.kill();
  }
  /** Somebody ends the session from another device. */
  private async end(): Promise<void> {
    const session = JSON.parse(this.browser.local['userSession'] ?? 'null') as Session | null;
    if (!session) return;
    const elsewhere = new TestClient(this.lane.other.url, session);
    elsewhere.cookie = [...this.browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    await elsewhere.raw(auth.logout, { session_id: session.session_id });
  }
  private async reset(): Promise<void> {
    const page = this.page;
    if (page && Device.client(page)) void page.parts.app.resetSession();
  }
  /** By hand: whoever is told that something waits gives it up; who is not asked has given up nothing. */
  private async logout(): Promise<void> {
    const page = this.page;
    const by = page && this.owner(page);
    if (!page || !by || this.who !== by) return;
    this.going = by;
    const shown = [...this.pages].flatMap((one) => Device.client(one)?.outbox.state.items.map(({ id }) => id) ?? []);
    if (shown.length)
      for (const one of this.said)
        if (one.by === by && (one.stay === this.stay || shown.includes(one.id))) one.given = true;
    void page.parts.app.signOut({ discard: shown.length ? 'all' : 'sent' });
  }
  private async signIn(who = this.random.pick(this.lane.people) as Person): Promise<void> {
    const page = this.page;
    if (!page || this.who || Device.client(page)) return;
    const { app, login } = page.parts;
    const late = new Promise<undefined>((done) => setTimeout(done, 3_000));
    const call = app
      .call(login, { email_id: who.email, password: PASSWORD }, { skipAuth: true })
      .catch(() => undefined);
    const answer = await Promise.race([call, late]);
    if (!answer || page.dead || this.who) return;
    this.stay++;
    this.going = undefined;
    app.signIn(answer);
  }

  /** On no page is anything of another person than the one whose page it is. */
  private nothingForeign(): void {
    for (const page of this.pages) {
      const who = this.owner(page);
      const shown = JSON.stringify([
        page.parts.app.queryClient
          .getQueryCache()
          .getAll()
          .map(({ state }) => state.data),
        Device.client(page)?.outbox.state.items,
      ]);
      for (const one of this.lane.people) if (one !== who) expect(shown).not.toContain(mark(one));
    }
  }

  /** Nothing on the disk can be read of anybody but who is signed in. */
  private async nothingLeft(): Promise<void> {
    let left: string[] = [];
    await until(
      () => `${left.join()} is clean`,
      async () => {
        const others = this.lane.people.filter((one) => one !== this.who);
        left = (await Promise.all(others.map((one) => this.leftOf(one)))).flat();
        return !left.length;
      },
      // What there was no room to lock away is locked away by the next start that has room.
      () => this.steps.includes('full') && this.restart(),
    );
  }

  /** Without a key nothing can be sealed: the device has got one as soon as it has met the server while somebody was signed in. */
  private async leftOf(who: Person): Promise<string[]> {
    const places = await this.browser.placesOf(mark(who));
    if ((await this.browser.placesOf(ownerOf(who))).some((place) => place.endsWith('-sealed key'))) return places;
    return places.filter((place) => !place.startsWith('limelight-outbox:'));
  }
  /** Where something of theirs waits on the disk, locked away or not. */
  private async waiting(who: Person): Promise<string[]> {
    const [open, locked] = await Promise.all([mark(who), ownerOf(who)].map((word) => this.browser.placesOf(word)));
    return [
      ...(open ?? []).filter((place) => place.startsWith('limelight-outbox:')),
      ...(locked ?? []).filter((place) => place.endsWith('-sealed sealed')),
    ];
  }

  /** A good network, room, and everybody signs in once more: all that waits is sent. */
  async settle(): Promise<void> {
    this.steps.push('settle');
    this.online();
    this.room();
    for (const who of [...this.lane.people, ...this.lane.people]) {
      await until(
        `everything of ${mark(who)} is sent`,
        async () => {
          await this.become(who);
          return this.isIdle(who) && !(await this.waiting(who)).length;
        },
        () => this.wake(),
      );
      this.nothingForeign();
      await this.nothingLeft();
    }
    for (const page of this.leaving) expect(page.dead, 'a page that took nothing was on its way out').toBe(true);
    for (const who of this.lane.people) await this.check(who);
  }
  /** Also after a page has learned only now that its session had been ended. */
  private async become(who: Person): Promise<void> {
    if (this.who && this.who !== who) await this.leave();
    if (!this.who) await this.signIn(who);
  }
  /** With nothing waiting, by hand; with something, as if it had been ended elsewhere. */
  private async leave(): Promise<void> {
    const [page] = this.pages;
    if (!page || !Device.client(page)) return;
    const { unsent } = await page.parts.app.signOut();
    if (unsent) void page.parts.app.resetSession();
    await new Promise((done) => setTimeout(done, 50));
  }
  private restart(): void {
    this.close();
    this.tab();
  }
  private wake(): void {
    for (const page of this.pages) page.say('online');
    this.look();
  }
  private isIdle(who: Person): boolean {
    const clients = [...this.pages].map((page) => Device.client(page));
    return (
      this.who === who &&
      clients.length > 0 &&
      clients.every((client) => client?.connection.state.state === 'online' && !client.outbox.state.items.length)
    );
  }
  private async check(who: Person): Promise<void> {
    const mine = this.said.filter(({ by }) => by === who);
    const texts = (await this.written(who)).map(({ body }) => (body ? plainText(body) : ''));
    const index = new Map(texts.map((text, at) => [text, at]));
    expect(new Set(texts).size, 'nothing twice').toBe(texts.length);
    const lost = mine.filter((one) => one.saved && !one.gone && !one.given && !index.has(one.text));
    expect(
      lost.map(({ text, step }) => `${text} of step ${step}`),
      'nothing lost',
    ).toEqual([]);
    const sent = mine.filter(({ text, taken }) => taken && index.has(text));
    expect(sent, 'nothing that was taken back').toEqual([]);
    const stood = mine.filter(({ saved, gone, given }) => saved && !gone && !given);
    const place = ({ text }: Said) => Number(index.get(text));
    const early = stood.flatMap((one) =>
      one.after.filter((before) => stood.includes(before) && place(before) > place(one)).map(() => place(one)),
    );
    expect(early, 'in the order of writing').toEqual([]);
  }
  /** The whole conversation, the oldest first: earlier walks have written in it, too. */
  private async written(who: Person): Promise<Message[]> {
    const found: Message[] = [];
    for (let more = true; more; ) {
      const before = found[0] && { before_seq: String(found[0].seq) };
      const page = await who.api.call(chat.listMessages, { ...to(this.lane.other), limit: '100', ...before });
      found.unshift(...page.items);
      more = page.has_before;
    }
    return found;
  }
  async story(): Promise<string> {
    const pages = [...this.pages].map(async (page) => {
      const client = Device.client(page);
      const items = client?.outbox.state.items.map(({ state, attempts, saved, error_code }) => ({
        state,
        attempts,
        saved,
        error_code,
      }));
      const restored = await Promise.race([
        client?.restored.then(() => true),
        new Promise((done) => setTimeout(done, 100)),
      ]);
      const { version } = page;
      return { version, account: client?.account, restored, connection: client?.connection.state.state, items };
    });
    const waiting = await Promise.all(this.lane.people.map((one) => this.waiting(one)));
    return `${this.steps.join(' ')} ${JSON.stringify({ pages: await Promise.all(pages), waiting })}`;
  }
  [Symbol.dispose](): void {
    this.ended = true;
    for (const page of this.pages) page.kill();
  }
}
