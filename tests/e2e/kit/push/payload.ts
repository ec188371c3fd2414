// Pushes as the server writes them, for tests that hand them to the worker themselves.
import type { Message } from '#contract/chat.ts';
import type { PushPayload } from '#contract/notifications/push.ts';
import type { Company, Person } from '../people.ts';

export interface Told {
  readonly to: Person;
  readonly company: Company;
  readonly title?: string;
  readonly body?: string;
  readonly path?: string;
  readonly tag?: string;
  readonly message?: PushPayload['notification']['data']['message'];
  readonly clear?: readonly string[];
  readonly icon?: string;
  readonly notification_id?: string;
  readonly read_seq?: number;
}

export function payloadOf({ to, company, title = 'Kwame Mensah', body = 'Hello', ...rest }: Told): PushPayload {
  const {
    path = '/connect',
    tag = rest.message ? `c:${rest.message.conversation_id}` : 't:1',
    message,
    clear = [],
    icon,
    notification_id,
    read_seq,
  } = rest;
  return {
    web_push: 8030,
    mutable: true,
    notification: {
      title,
      body,
      navigate: `https://limelight.example${path}`,
      tag,
      ...(icon && { icon }),
      lang: 'en',
      dir: 'auto',
      silent: false,
      timestamp: Date.now(),
      data: {
        kind: 'direct',
        company_id: company.id,
        employee_id: to.id,
        path,
        clear,
        ...(message && { message }),
        ...(notification_id && { notification_id }),
        ...(read_seq !== undefined && { read_seq }),
      },
    },
    app_badge: 3,
  };
}

/** What a push says of a message that `from` wrote to the reader directly. */
export const about = (from: Person, { message_id, conversation_id, seq }: Message) => ({
  message_id,
  conversation_id,
  seq,
  address: { entity_type: 'employee', entity_id: from.id } as const,
});
