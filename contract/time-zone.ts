// Names of time zones: which ones are known, and what stands in for one that is not (S8: UTC).

const known = new Map<string, boolean>();

/** True for an IANA name that this runtime knows (`Europe/London`); offsets like `+01:00` are not names. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][\w+/-]{0,63}$/.test(name)) return false;
  let sound = known.get(name);
  if (sound === undefined) {
    try {
      sound = Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
    } catch {
      sound = false;
    }
    // Bounded, because names come from outside.
    if (known.size < 1000) known.set(name, sound);
  }
  return sound;
}

/** The name itself, or UTC in place of one that is not known. */
export const knownTimeZone = (name: string): string => (isTimeZone(name) ? name : 'UTC');
