// The devices of the people in chat-visibility.test.ts, and what is pushed to them, decrypted. Each has two: a phone that is reached at once,
// and a tablet whose push service puts everything off until it is asked to take it, so that what is sent late is looked at as well.
import { expect } from 'vitest';
import type { PushPayload } from '#contract/notifications/push.ts';
import type { TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import type { PushService } from '#tests/kit/outside/push-service.ts';
import { ownWords, type Said, type World, wordsIn } from './chat-visibility.world.ts';
import { told } from './notifications.fixture.ts';
import { push, saying, subscribe, type TestDevice } from './push.fixture.ts';
import { PATIENCE } from './talk.ts';

const BUSY = { status: 503, headers: { 'retry-after': '3600' } };

/** The tablets of which one is being asked about right now, instead of being put off for the hour. */
const IN_HAND = `SELECT f.device_id FROM (SELECT DISTINCT ON (device_id) device_id, due_at FROM push WHERE device_id = ANY ($1::uuid[])
  ORDER BY device_id, push_id) AS f WHERE f.due_at < clock_timestamp() + interval '50 minutes'`;

interface Own {
  readonly by: TestClient;
  readonly phone: TestDevice;
  readonly tablet: TestDevice;
}

export class Pushes {
  private readonly app: TestApp;
  private readonly service: PushService;
  private readonly own: readonly Own[];
  /** Of what the push service has received. */
  private looked = 0;

  private constructor(app: TestApp, service: PushService, own: readonly Own[]) {
    this.app = app;
    this.service = service;
    this.own = own;
  }

  static async start(app: TestApp, service: PushService, people: readonly TestClient[]): Promise<Pushes> {
    const own: Own[] = [];
    for (const by of people)
      own.push({ by, phone: await subscribe(service, by), tablet: await subscribe(service, by) });
    const pushes = new Pushes(app, service, own);
    pushes.putOff(true);
    return pushes;
  }

  private get tablets(): string[] {
    return this.own.map(({ tablet }) => tablet.device_id);
  }
  private putOff(busy: boolean): void {
    for (const { tablet } of this.own) this.service.answerWith(tablet.at, busy ? BUSY : null);
  }

  /** Once everybody has been told, and phones have got, what was committed before. */
  settled = (): Promise<void> => told(this.app, this.tablets);

  /** All that has arrived since is about what its reader may see: asked before anything is taken from anybody. */
  async look(world: World): Promise<void> {
    await this.settled();
    for (const { endpoint, payload } of this.service.received.slice(this.looked)) this.check(world, endpoint, payload);
    this.looked = this.service.received.length;
  }

  /** The tablets take what has waited for them: by what their readers may see now, whatever that was when it was said. */
  async arrive(world: World): Promise<void> {
    await this.look(world);
    await expect.poll(() => this.app.sql(IN_HAND, [this.tablets]), { timeout: PATIENCE, interval: 20 }).toEqual([]);
    this.putOff(false);
    await this.app.sql('UPDATE push SET due_at = now()');
    // Whoever is pushed something has the server look at what waits.
    const { by } = this.own[0] as Own;
    await push(this.app, by.company_id, saying(by, 'Look'));
    await told(this.app);
    await this.look(world);
    this.putOff(true);
  }

  private check(world: World, endpoint: string, { notification }: PushPayload): void {
    const at = this.own.findIndex(({ phone, tablet }) => [phone, tablet].some((one) => one.at.endpoint === endpoint));
    const { by } = this.own[at] as Own;
    const { company_id, employee_id } = notification.data;
    expect({ company_id, employee_id }, `a push to person ${at}`).toEqual({
      company_id: by.company_id,
      employee_id: by.employee_id,
    });
    const message_id = messageIn(notification);
    const about = world.said.find((one) => one.message_id === message_id);
    const isSeen = about !== undefined && about.word !== null && world.may(by, about);
    // Of invitations and the like there is none.
    expect(isSeen || message_id === null, `person ${at} may see what a push is about: ${notification.body}`).toBe(true);
    const may = about && isSeen ? [...ownWords(about), ...about.old] : [];
    expect(
      [...wordsIn(notification)].filter((word) => !may.includes(word)),
      `other words in a push to person ${at}`,
    ).toEqual([]);
  }

  /** Whom something called, their phone has rung. */
  checkCalled(told: ReadonlyMap<TestClient, ReadonlySet<Said>>): void {
    for (const [at, { by, phone }] of this.own.entries()) {
      const rung = new Set(
        this.service.received
          .filter(({ endpoint }) => endpoint === phone.at.endpoint)
          .map(({ payload }) => messageIn(payload.notification)),
      );
      expect(
        [...(told.get(by) ?? [])].filter(({ message_id }) => !rung.has(message_id)),
        `pushes that person ${at} misses`,
      ).toEqual([]);
    }
  }
}

/** Of which message a tap on it leads to, campaigns' too; null: to none. */
const messageIn = ({ data }: PushPayload['notification']): string | null =>
  new URL(data.path, 'http://localhost').searchParams.get('message');
