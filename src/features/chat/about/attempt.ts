// Doing something that the server may refuse, from a place that has no room for a message of its own: a toast tells why.
import { errorText } from '#src/api/error-text.ts';
import { spaceTexts } from '#src/kit/spaces/messages.ts';
import { showToast } from '#src/kit/ui/feedback/toast-store.ts';

/** True if it was done. Never rejects. */
export async function attempt(work: () => Promise<unknown>, texts = spaceTexts): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    showToast({ text: errorText(error, texts) });
    return false;
  }
}
