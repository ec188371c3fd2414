// One line per feature: everything that crosses the wire, for the server and the tests. The browser never imports this.
import * as auth from './auth.ts';
import * as attachments from './chat/attachments.ts';
import * as drafts from './chat/drafts.ts';
import * as groups from './chat/groups.ts';
import * as marks from './chat/marks.ts';
import * as saved from './chat/saved.ts';
import * as scheduled from './chat/scheduled.ts';
import * as threads from './chat/threads.ts';
import * as chat from './chat.ts';
import * as company from './company.ts';
import * as files from './files.ts';
import type { Endpoint, EventType } from './kernel/endpoint.ts';
import * as people from './people.ts';
import * as search from './search.ts';
import * as joining from './spaces/joining.ts';
import * as spaces from './spaces.ts';
import * as sync from './sync.ts';
import * as system from './system.ts';

export const features = {
  auth,
  chat: { ...chat, ...attachments, ...drafts, ...groups, ...marks, ...saved, ...scheduled, ...threads },
  company,
  files,
  people,
  search,
  spaces: { ...spaces, ...joining },
  sync,
  system,
};

const declared = Object.values(features).flatMap((feature) => Object.values(feature) as unknown[]);
const has = (value: unknown, key: string): value is object =>
  typeof value === 'object' && value !== null && key in value;

export const endpoints: readonly Endpoint[] = declared.filter((x): x is Endpoint => has(x, 'path') && has(x, 'rate'));
export const eventTypes: readonly EventType[] = declared.filter(
  (x): x is EventType => has(x, 'topic') && has(x, 'payload'),
);
