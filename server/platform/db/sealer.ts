// What is kept and must be read again (the secrets of authenticator apps, of company sign-on, access keys to others' systems) lies sealed in the database;
// the keys to it lie in DATA_DIR/keys (keys/key-file.ts) and go into a backup with all else that stands there. Who has only the database
// has no secret. A purpose may have several keys: the newest seals, each opens, and what an older one has sealed is sealed anew
// (keys/resealing.ts) until the older ones can go. If such a key is lost before, nothing opens any more: people come in with a recovery
// code and set their app up anew, and access keys are entered anew.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { PURPOSES, type Purpose, readOrMakeKeys } from './keys/key-file.ts';

/** Seals for one purpose, with the newest key of that purpose. */
export interface Sealer {
  /** `owner`: whose it is. Sealed for one it does not open for another. */
  seal(secret: Uint8Array, owner: string): Buffer;
  /** Undefined if a key that is not here, or another owner, sealed it. */
  open(sealed: Buffer, owner: string): Buffer | undefined;
  /** The same, and whether it took an older key. */
  look(sealed: Buffer, owner: string): { readonly secret: Buffer; readonly old: boolean } | undefined;
  /** Whether there are older keys. */
  readonly hasOlder: boolean;
}

/** Those of a running server: which keys it has is decided once, at its start. */
export type Sealers = Readonly<Record<Purpose, Sealer>>;

const CIPHER = 'aes-256-gcm';
const IV = 12;
const TAG = 16;

/** Throws ConfigError if a file of keys cannot be used. */
export const createSealers = (dataDir: string): Sealers =>
  Object.fromEntries(PURPOSES.map((purpose) => [purpose, createSealer(dataDir, purpose)])) as Record<Purpose, Sealer>;

/** One of them. Throws ConfigError. */
export function createSealer(dataDir: string, purpose: Purpose): Sealer {
  const keys = readOrMakeKeys(dataDir, purpose);
  const [newest = Buffer.alloc(0)] = keys;
  const look: Sealer['look'] = (sealed, owner) => {
    for (const key of keys) {
      const secret = openWith(key, sealed, owner);
      if (secret) return { secret, old: key !== newest };
    }
    return undefined;
  };
  return {
    seal: (secret, owner) => {
      const iv = randomBytes(IV);
      const cipher = createCipheriv(CIPHER, newest, iv, { authTagLength: TAG }).setAAD(Buffer.from(owner));
      const content = Buffer.concat([cipher.update(secret), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), content]);
    },
    open: (sealed, owner) => look(sealed, owner)?.secret,
    look,
    hasOlder: keys.length > 1,
  };
}

/** The tag says whether it is the key. */
function openWith(key: Buffer, sealed: Buffer, owner: string): Buffer | undefined {
  try {
    const cipher = createDecipheriv(CIPHER, key, sealed.subarray(0, IV), { authTagLength: TAG });
    cipher.setAAD(Buffer.from(owner)).setAuthTag(sealed.subarray(IV, IV + TAG));
    return Buffer.concat([cipher.update(sealed.subarray(IV + TAG)), cipher.final()]);
  } catch {
    return undefined;
  }
}
