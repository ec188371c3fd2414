// Announcement campaigns' conversations, made as the feature that runs campaigns will: by chat's service, in a transaction of its own.
import { v7 as uuid } from 'uuid';
import type { Message } from '#contract/chat.ts';
import type { Permission } from '#contract/permissions.ts';
import { docOf, type RichText } from '#contract/rich-text.ts';
import { openCampaign, postToCampaign } from '#server/features/chat/service.ts';
import type { Actor } from '#server/platform/actor.ts';
import type { Context } from '#server/platform/feature.ts';
import type { TestClient } from '#tests/kit/client.ts';

/** Any server on the database. */
export type Runs = { readonly context: Pick<Context, 'db'> };

/** Its id, which is that of its conversation. */
export async function newCampaign(
  { context }: Runs,
  by: TestClient,
  others: readonly TestClient[],
  campaign_title: string,
): Promise<string> {
  const campaign_id = uuid();
  const employee_ids = [by, ...others].map((one) => one.employee_id);
  await context.db.company(by.company_id, (tx) => openCampaign(tx, { campaign_id, campaign_title, employee_ids }));
  return campaign_id;
}

/** `by` is among its people. */
export async function announce(
  { context }: Runs,
  by: TestClient,
  campaign_id: string,
  said: string | RichText,
  message_id = uuid(),
): Promise<Message> {
  const body = typeof said === 'string' ? docOf(said) : said;
  const { message } = await context.db.company(by.company_id, (tx) =>
    postToCampaign(tx, actorOf(by), { campaign_id, message_id, body }),
  );
  return message;
}

/** The same of what must be read. `permissions`: of `by`. */
export const insist = (
  { context }: Runs,
  by: TestClient,
  campaign_id: string,
  said: string,
  permissions: readonly Permission[] = ['campaigns.manage'],
  message_id = uuid(),
): Promise<unknown> =>
  context.db.company(by.company_id, (tx) =>
    postToCampaign(
      tx,
      { ...actorOf(by), permissions: new Set(permissions) },
      { campaign_id, message_id, body: docOf(said), must_read: true },
    ),
  );

export const actorOf = ({ company_id, employee_id }: TestClient): Actor => ({
  company_id,
  employee_id,
  session_id: '',
  permissions: new Set(),
  modules: new Set(['chat']),
});
