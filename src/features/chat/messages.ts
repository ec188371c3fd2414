// Error code → sentence, for what chat may be refused.
import { errorText } from '#src/api/error-text.ts';

const texts: Readonly<Record<string, string>> = {
  CAMPAIGN_NOT_FOUND: 'This announcement is no longer open to you.',
  CONVERSATION_READ_ONLY: 'Only those who run this campaign can write here.',
  GROUP_NOT_FOUND: 'This group is no longer open to you.',
  THREAD_NOT_FOUND: 'Nobody has answered in this thread.',
  SPACE_NOT_FOUND: 'This space is no longer open to you.',
  SUB_SPACE_NOT_FOUND: 'This sub-space is no longer there.',
  SUB_SPACE_ARCHIVED: 'This sub-space is archived: it can only be read.',
  EMPLOYEE_NOT_FOUND: 'This colleague cannot be written to any more.',
  MESSAGE_NOT_FOUND: 'The message is no longer there.',
  MESSAGE_EMPTY: 'There is nothing in it.',
  FILE_NOT_FOUND: 'A file of it is no longer there.',
  UPLOAD_NO_FORM: 'Failed to get presigned URL',
  TOO_MANY_BYTES: 'You have sent all the files that a day allows: try again tomorrow.',
  UPLOAD_FAILED: 'Failed to upload file',
  UPLOAD_LOST: 'A file of it is no longer on this device.',
  TOO_MANY_PINS: 'This conversation has all the pins it can take: take one down first.',
  TOO_MANY_SAVED: 'You have saved all the messages that can be: remove one first.',
  TOO_MANY_SCHEDULED: 'You have scheduled all the messages that can be: send or delete one first.',
  TOO_MANY_DRAFTS: 'You have all the drafts that can be kept.',
  TOO_MANY_LEVELS: 'You have all the exceptions that can be: take one back in Settings, Notifications.',
  SCHEDULE_TIME: 'The time has passed, or is more than a year away.',
  SCHEDULED_NOT_FOUND: 'It was sent or deleted in the meantime.',
  TOO_MANY_REACTIONS: 'This message has all the reactions it can take.',
  CONVERSATION_NOT_FOUND: 'This conversation is no longer open to you.',
  LAST_ADMIN: 'A space needs an admin: make somebody else admin first.',
};

/** What may be refused about groups. */
export const groupTexts: Readonly<Record<string, string>> = {
  GROUP_NOT_FOUND: 'This group is no longer open to you.',
  GROUP_FULL: 'A group has at most nine people: open a space for more.',
  EMPLOYEE_NOT_FOUND: 'Somebody you chose is no longer here.',
};

/** A sentence for people; null (no code: the network) says so. */
export const messageErrorText = (code: string | null): string =>
  code ? (texts[code] ?? errorText(code)) : 'Connectivity issue';
