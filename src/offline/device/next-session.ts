// The session that the next page begins with, and the looks of its company, for its first paint: written when this page has let go
// of everything else and stores nothing more (offline/storage.ts). The only file besides that one that touches localStorage.

/** The specification's key is written last: whoever finds it finds the rest. */
export function leaveSession(session: object, looks: Readonly<Record<string, string | undefined>>): void {
  try {
    for (const [key, text] of Object.entries(looks)) if (text) localStorage.setItem(key, text);
    localStorage.setItem('userSession', JSON.stringify(session));
  } catch {
    // The sign-in page comes, and offers to go on.
  }
}
