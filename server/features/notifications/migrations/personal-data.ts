// What the columns of notifications are to whom they are for.
import type { Tagged } from '../../../platform/db/privacy/register.ts';

const ofPerson = 'company_id employee_id';

export const notificationsData: readonly Tagged[] = [
  {
    table: 'device',
    whose: 'employee_id',
    personal: 'info transport permission since lost_at last_sent_at last_error',
    kept: { key: 'company_id session_id device_id employee_id', secret: 'address address_hash p256dh auth' },
    exported: { file: 'account/devices', says: 'Your devices' },
  },
  {
    table: 'push',
    whose: 'employee_id',
    personal: 'content tag',
    kept: {
      key: 'company_id session_id device_id push_id employee_id',
      queue: 'due_at attempts created_at expires_at',
    },
    exported: 'it is on its way to their devices',
  },
  {
    table: 'notification',
    whose: 'employee_id',
    personal: 'kind conversation_id seq message_id space_id emoji people is_read created_at',
    kept: { key: 'company_id employee_id notification_id', 'an id alone': 'actor_id' },
    exported: { file: 'notifications/list', says: 'What you were told of in the last 90 days' },
  },
  { table: 'notification_due', kept: { key: `${ofPerson} subject_id`, queue: 'is_message since due_at' } },
  {
    table: 'notification_job',
    kept: {
      key: 'company_id job_id',
      'queue: ids alone':
        'kind message_id space_id employee_id actor_id emoji before after_id attempts due_at error_code',
    },
  },
  {
    table: 'notification_level',
    whose: 'employee_id',
    personal: 'entity_type entity_id level',
    kept: { key: ofPerson },
    exported: { file: 'notifications/of-conversations', says: 'What you want to be told of single conversations' },
  },
  {
    table: 'notification_setting',
    whose: 'employee_id',
    personal: 'levels awake paused_until hide_text mail_digest',
    kept: { key: ofPerson },
    exported: { file: 'notifications/settings', says: 'Your settings of notifications' },
  },
  { table: 'notification_shown', kept: { key: `${ofPerson} conversation_id`, counter: 'seq', queue: 'cleared_at' } },
  {
    table: 'notification_shown_entry',
    kept: { key: `${ofPerson} tag`, 'an id alone': 'notification_id', queue: 'cleared_at' },
  },
  { table: 'notification_shown_summary', kept: { key: ofPerson, queue: 'since until cleared_at' } },
  { table: 'notification_waiting', kept: { key: `${ofPerson} means`, queue: 'since due_at' } },
];
