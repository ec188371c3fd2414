// The conversations of announcement campaigns, for the feature that runs these: who is in one reads it, and nobody writes in it by
// the calls of chat (CONVERSATION_READ_ONLY).
import { entryAdded, type send } from '#contract/chat.ts';
import type { ParsedOf, ResponseOf } from '#contract/kernel/endpoint.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { emitEach, subscribe } from '../../../platform/events/emit.ts';
import type { Attached } from '../attachments/attachments.ts';
import { holdReachable } from '../messages/reachable.ts';
import { sendTo } from '../messages/send.ts';
import { campaignEntry, newState } from '../present.ts';
import { insertMembers } from '../repo/conversation-repo.ts';
import { insertCampaign } from './groups-repo.ts';

export interface NewCampaign {
  /** Its conversation's, too. */
  readonly campaign_id: string;
  readonly campaign_title: string;
  /** Whom it is for, and who posts in it: each once. */
  readonly employee_ids: readonly string[];
}

/**
 * Its conversation comes into the lists of these people, in the transaction of whoever calls. False if the id is taken.
 * EMPLOYEE_NOT_FOUND if one of them has left.
 */
export async function openCampaign(
  tx: Tx,
  { campaign_id, campaign_title: name, employee_ids }: NewCampaign,
): Promise<boolean> {
  await holdReachable(tx, employee_ids);
  const created_at = await insertCampaign(tx, campaign_id, name);
  if (!created_at) return false;
  await insertMembers(tx, campaign_id, employee_ids);
  for (const employee_id of employee_ids) subscribe(tx, { employee_id, add: [`conversation:${campaign_id}`] });
  const payload = campaignEntry({ name, created_at }, newState(campaign_id));
  // By id: whoever tells several people takes their topics in the same order.
  const tellings = employee_ids.toSorted().map((id) => ({ topic: `employee:${id}` as const, payload }));
  await emitEach(tx, entryAdded, tellings);
  return true;
}

type Post = Pick<ParsedOf<typeof send>, 'message_id' | 'body' | 'attachments'> & Pick<NewCampaign, 'campaign_id'>;

/**
 * A message of the campaign, sent as any other: events, unread, notifications, once for its id. That the sender, who is among its
 * people, may do so is for whoever calls to know. CAMPAIGN_NOT_FOUND if they are not. `attached`: the files that it names.
 */
export const postToCampaign = (
  tx: Tx,
  sender: Actor,
  { campaign_id, ...said }: Post,
  attached: Attached = [],
): Promise<ResponseOf<typeof send>> =>
  sendTo(tx, sender, { kind: 'campaign', conversation_id: campaign_id }, said, attached, true);
