// What was typed into a notification and could be neither kept nor sent: it goes the way of what another app shares, to a page that
// puts it into a composer. That is another store than the one that refused it.
import { accountOf } from '#src/offline/databases.ts';
import { keepShared, SHARE_PATH } from '#src/offline/files/shared.ts';
import { findMirror } from '#src/offline/session-mirror.ts';

/** Where the text stands; undefined if it has nowhere to stand. Nothing is kept for who has left this device. */
export async function pathOfUnsaid(account: string, text: string): Promise<string | undefined> {
  try {
    const mirror = await findMirror();
    if (!mirror || (mirror !== 'unread' && accountOf(mirror.session) !== account)) return undefined;
    const form = new FormData();
    form.set('text', text);
    return `${SHARE_PATH}?id=${await keepShared(form, account)}`;
  } catch {
    // No room there either.
    return undefined;
  }
}
