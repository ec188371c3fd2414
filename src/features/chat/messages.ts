// Error code → sentence, for what chat may be refused.
import { errorText } from '#src/api/error-text.ts';

const texts: Readonly<Record<string, string>> = {
  SPACE_NOT_FOUND: 'This space is no longer open to you.',
  SUB_SPACE_NOT_FOUND: 'This sub-space is no longer there.',
  SUB_SPACE_ARCHIVED: 'This sub-space is archived: it can only be read.',
  EMPLOYEE_NOT_FOUND: 'This colleague cannot be written to any more.',
  MESSAGE_NOT_FOUND: 'The message is no longer there.',
  MESSAGE_EMPTY: 'There is nothing in it.',
  TOO_MANY_PINS: 'This conversation has all the pins it can take: take one down first.',
  TOO_MANY_REACTIONS: 'This message has all the reactions it can take.',
  CONVERSATION_NOT_FOUND: 'This conversation is no longer open to you.',
  LAST_ADMIN: 'A space needs an admin: make somebody else admin first.',
};

/** A sentence for people; null (no code: the network) says so. */
export const messageErrorText = (code: string | null): string =>
  code ? (texts[code] ?? errorText(code)) : 'Connectivity issue';
