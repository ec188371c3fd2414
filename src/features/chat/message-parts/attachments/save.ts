// Saves an attachment where the browser saves files.
import type { Attachment } from '#contract/chat/attachment.ts';
import { showToast } from '#src/kit/ui/feedback/toast-store.ts';
import { addressOf, bytesHere, isWhole, load } from './sources.ts';

/** Why it cannot be had, in a sentence for people. */
export const missing = {
  away: 'Not kept on this device: it needs a connection.',
  gone: 'This file is no longer there.',
} as const;

export async function saveFile(account: string, file: Attachment): Promise<void> {
  try {
    const whole = isWhole(file) || (await bytesHere(account, file));
    follow(whole ? await load(account, file) : await addressOf(file.file_id), file.name);
  } catch (error) {
    const { name } = error as Error;
    showToast({ text: name === 'FileGone' || name === 'ApiError' ? missing.gone : missing.away });
  }
}

function follow(url: string, name: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}
