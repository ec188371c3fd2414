// What the columns of chat are to who writes there.
import { plainText, type RichText } from '#contract/rich-text.ts';
import type { Shaped, Tagged } from '../../../platform/db/privacy/register.ts';
import { ownWords } from '../messages/own-words.ts';

/** A row with a document: without what it quotes of others. */
const inOwnWords = ({ body, ...row }: Shaped): Shaped => {
  const own = body ? ownWords(body as RichText) : null;
  return { ...row, text: own && plainText(own), body: own };
};

/** A forward holds what somebody else wrote, unless it is one's own. */
function written({ forwarded_sender_id, ...row }: Shaped, employee_id: string): Shaped {
  if (forwarded_sender_id && forwarded_sender_id !== employee_id)
    return { ...row, body: null, text: null, attachments: null, forwarded: 'What somebody else wrote is left out' };
  return { ...inOwnWords(row), attachments: row['attachments'] };
}

const ofOwn = (table: string) => `EXISTS (SELECT FROM message m WHERE m.company_id = $1
  AND m.conversation_id = ${table}.conversation_id AND m.seq = ${table}.seq AND m.sender_id = $2::uuid
  AND (m.forwarded_sender_id IS NULL OR m.forwarded_sender_id = $2::uuid))`;

const WHERE_SAID = 'company_id conversation_id seq';

const written_by_them: readonly Tagged[] = [
  {
    table: 'message',
    whose: 'sender_id',
    owned: 'type body text created_at edited_at deleted_at scheduled_for attachments',
    kept: {
      key: `${WHERE_SAID} message_id sender_id`,
      'to know a repeat': 'digest',
      'ids alone': 'reply_seq forwarded_sender_id forwarded_at mentions pinned_by pinned_at',
      'made of the words': 'words',
      'found on pages': 'previews unwanted_previews',
      'how loud it is': 'must_read',
    },
    exported: {
      file: 'chat/messages',
      says: 'Messages that you wrote',
      with: 'message_id conversation_id seq reply_seq forwarded_sender_id',
      shape: written,
    },
  },
  {
    table: 'message_edit',
    whose: ofOwn('message_edit'),
    owned: 'body replaced_at',
    kept: { key: `${WHERE_SAID} version` },
    exported: {
      file: 'chat/earlier-versions',
      says: 'What your messages said before you edited them',
      with: 'conversation_id seq version',
      shape: inOwnWords,
    },
  },
  {
    table: 'reaction',
    whose: 'employee_id',
    owned: 'emoji',
    kept: { key: `${WHERE_SAID} employee_id`, order: 'emoji_position position' },
    exported: { file: 'chat/reactions', says: 'Your reactions', with: 'conversation_id seq' },
  },
  { table: 'message_file', kept: { key: `${WHERE_SAID} file_id`, 'what kind it is': 'is_preview' } },
  {
    table: 'message_found',
    kept: {
      'holds no rows: messages as search sees them': `${WHERE_SAID} message_id sender_id body text created_at words attachments`,
    },
  },
];

const for_themselves: readonly Tagged[] = [
  {
    table: 'draft',
    whose: 'employee_id',
    personal: 'address body reply_to typed_at',
    kept: { key: 'company_id employee_id' },
    exported: { file: 'chat/drafts', says: 'Drafts', shape: inOwnWords },
  },
  {
    table: 'saved_message',
    whose: 'employee_id',
    personal: 'message_id saved_at',
    kept: { key: 'company_id employee_id' },
    exported: { file: 'chat/saved', says: 'Which messages you saved' },
  },
  {
    table: 'scheduled_message',
    whose: 'employee_id',
    personal: 'address body reply_to due_at attachments',
    kept: { key: 'company_id message_id employee_id', 'why it was not sent': 'error_code' },
    exported: { file: 'chat/scheduled', says: 'Messages that wait for their time', shape: inOwnWords },
  },
  { table: 'scheduled_file', kept: { key: 'company_id message_id file_id' } },
  {
    table: 'entry_wish',
    whose: 'employee_id',
    personal: 'entity_type entity_id muted pinned',
    kept: { key: 'company_id employee_id' },
    exported: { file: 'chat/muted-and-pinned', says: 'Conversations that you muted or pinned' },
  },
  {
    table: 'seen_hidden',
    whose: 'employee_id',
    personal: 'employee_id',
    kept: { key: 'company_id' },
    exported: { file: 'settings/hides-seen', says: 'That you hide what you have seen, if you do' },
  },
  {
    table: 'conversation_member',
    whose: 'employee_id',
    kept: {
      key: 'company_id conversation_id employee_id',
      counter: 'read_seq seen_seq shown_seq joined_seq since_seq since_revision',
      time: 'joined_at',
    },
    exported: {
      file: 'chat/conversations',
      says: 'Conversations that you are in, and how far you have read',
      with: 'conversation_id joined_at read_seq',
      also: {
        kind: '(SELECT c.kind FROM conversation c WHERE c.company_id = $1 AND c.conversation_id = conversation_member.conversation_id)',
      },
    },
  },
];

export const chatData: readonly Tagged[] = [
  ...written_by_them,
  ...for_themselves,
  {
    table: 'conversation',
    kept: {
      key: 'company_id conversation_id kind space_id is_main parent_id root_id gate_id',
      'ids alone': 'employee_low employee_high repliers founders',
      'of all who are in it': 'name',
      counter: 'last_seq replies',
      time: 'created_at archived_at replied_at',
    },
  },
  { table: 'message_retention', kept: { key: 'company_id', time: 'removed_until' } },
  {
    table: 'link_page',
    kept: {
      key: 'company_id digest',
      'found on pages, for a day': 'page passing kept_until picture picture_width picture_height',
    },
  },
  { table: 'preview_job', kept: { key: 'company_id message_id', queue: 'asked attempts due_at error_code' } },
];
