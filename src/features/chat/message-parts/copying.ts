// Copying what a message says, and the way to it.
import type { Address, Message } from '#contract/chat.ts';
import { plainText } from '#contract/rich-text.ts';
import { copyText } from '#src/kit/ui/export/copy-text.ts';
import { messageUrl } from './mutations.ts';

export const copyWords = ({ body }: Message): Promise<boolean> => copyText(body ? plainText(body) : '', 'Copied');

export const copyLink = (address: Address, message: Message): Promise<boolean> =>
  copyText(messageUrl(address, message), 'Link copied');
