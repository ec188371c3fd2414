// Codes for addresses that were never sent one: after five tries they answer as a real one does. Or else six guesses would
// tell whether somebody is registering with an address.
const MAX = 10_000;

interface Decoy {
  tries: number;
  sent_at: number;
}

export interface Decoys {
  /** One wrong try. True if the code of this address would be dead by now. */
  isDead(address: string): boolean;
  /** A new code was asked for; `pause_ms` as for real ones. */
  renew(address: string, pause_ms: number): void;
}

export function createDecoys(maxTries = 5, now: () => number = Date.now): Decoys {
  const decoys = new Map<string, Decoy>();
  const touch = (address: string): Decoy => {
    const decoy = decoys.get(address) ?? { tries: 0, sent_at: now() };
    decoys.delete(address);
    for (const oldest of decoys.keys()) {
      if (decoys.size < MAX) break;
      decoys.delete(oldest);
    }
    decoys.set(address, decoy);
    return decoy;
  };
  return {
    isDead: (address) => ++touch(address).tries > maxTries,
    renew: (address, pause_ms) => {
      const decoy = decoys.get(address);
      if (!decoy || now() - decoy.sent_at < pause_ms) return;
      decoys.delete(address);
    },
  };
}
