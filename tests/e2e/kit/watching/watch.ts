// What a page must not do while nobody looks: throw, or log errors. Every context of a test is watched; the test fails
// for what it did not expect.
import type { BrowserContext } from 'playwright/test';
import { expect } from 'playwright/test';
import type { Server } from '../server.ts';

/** Chromium's own words for a server that is not there, or goes in the middle of an answer; the last are about a worker's script. */
const NO_CONNECTION =
  /net::ERR_(CONNECTION|CONTENT_LENGTH|INCOMPLETE|EMPTY|NETWORK|INTERNET|ABORTED|FAILED|SOCKET)\w*|WebSocket connection to|An unknown error occurred when fetching the script/;

/** What every address is answered with whose domain no company has proven. */
const NOBODYS_DOMAIN = /status of 404 .*\/auth\/company\/resolve\?domain=/;

export class Watch {
  private readonly server: Server;
  private readonly problems: string[] = [];
  private readonly expected: RegExp[] = [];
  /** Connections of this test are cut on purpose, by other means than killing the server. */
  cutsConnections = false;

  constructor(server: Server) {
    this.server = server;
  }

  /** Errors in the console that belong to the test: `allow(/status of 401/)`. */
  allow(...patterns: RegExp[]): void {
    this.expected.push(...patterns);
  }

  over(context: BrowserContext): void {
    context.on('weberror', (event) => this.note(`uncaught: ${event.error().stack ?? event.error().message}`));
    context.on('console', (message) => {
      if (message.type() === 'error') this.note(`console: ${message.text()} (${message.location().url})`);
    });
  }

  private note(problem: string): void {
    if (NO_CONNECTION.test(problem) && (this.server.wasDown || this.cutsConnections)) return;
    if (NOBODYS_DOMAIN.test(problem)) return;
    if (!this.expected.some((pattern) => pattern.test(problem))) this.problems.push(problem);
  }

  check(): void {
    expect(this.problems, 'errors on the pages').toEqual([]);
  }
}
