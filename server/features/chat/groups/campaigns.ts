// The conversations of announcement campaigns, for the feature that runs these: who is in one reads it, and nobody writes in it by
// the calls of chat (CONVERSATION_READ_ONLY).
import { entryAdded, type send } from '#contract/chat.ts';
import type { ParsedOf, ResponseOf } from '#contract/kernel/endpoint.ts';
import type { Actor } from '../../../platform/actor.ts';
import { audit } from '../../../platform/audit/audit.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { emitEach, subscribe } from '../../../platform/events/emit.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { Attached } from '../attachments/attachments.ts';
import { holdReachable } from '../messages/reachable.ts';
import { BY_HAND, sendTo } from '../messages/send.ts';
import { campaignEntry, newState } from '../present.ts';
import { insertMembers } from '../repo/conversation-repo.ts';
import { insertCampaign, markMustRead } from './groups-repo.ts';

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

interface Post extends Pick<ParsedOf<typeof send>, 'message_id' | 'body' | 'attachments'> {
  readonly campaign_id: string;
  /** It is pushed in the quiet hours of its readers, too. */
  readonly must_read?: boolean;
}

/**
 * A message of the campaign, sent as any other: events, unread, notifications, once for its id. That the sender, who is among its
 * people, may do so is for whoever calls to know. CAMPAIGN_NOT_FOUND if they are not. What must be read takes `campaigns.manage`
 * (NO_PERMISSION), and is recorded. `attached`: the files that it names.
 */
export async function postToCampaign(
  tx: Tx,
  sender: Actor,
  { campaign_id, must_read = false, ...said }: Post,
  attached: Attached = [],
): Promise<ResponseOf<typeof send>> {
  if (must_read && !sender.permissions.has('campaigns.manage')) throw new AppError('NO_PERMISSION');
  const answer = await sendTo(tx, sender, { kind: 'campaign', conversation_id: campaign_id }, said, attached, BY_HAND);
  const { message_id } = said;
  if (must_read && (await markMustRead(tx, message_id)))
    await audit(tx, tx.company_id, sender.employee_id, 'company.quiet_hours_overridden', { campaign_id, message_id });
  return answer;
}
