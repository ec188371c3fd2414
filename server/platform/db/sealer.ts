// What is kept and must be read again (the secrets of authenticator apps, of company sign-on, access keys to others' systems) lies sealed in the database;
// the keys to it lie in DATA_DIR/keys and go into a backup with all else that stands there. Who has only the database has no secret. If
// such a key is lost nothing opens any more: people come in with a recovery code and set their app up anew, and access keys are entered
// anew.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Seals for one purpose, with the key of that purpose. */
export interface Sealer {
  /** `owner`: whose it is. Sealed for one it does not open for another. */
  seal(secret: Uint8Array, owner: string): Buffer;
  /** Undefined if another key, or another owner, sealed it. */
  open(sealed: Buffer, owner: string): Buffer | undefined;
}

const CIPHER = 'aes-256-gcm';
const IV = 12;
const TAG = 16;

/** `purpose`: the name of the key's file. */
export function createSealer(dataDir: string, purpose: 'second-factor' | 'finch' | 'device' | 'sso'): Sealer {
  const key = keyIn(join(dataDir, 'keys'), purpose);
  return {
    seal: (secret, owner) => {
      const iv = randomBytes(IV);
      const cipher = createCipheriv(CIPHER, key, iv, { authTagLength: TAG }).setAAD(Buffer.from(owner));
      const content = Buffer.concat([cipher.update(secret), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), content]);
    },
    open: (sealed, owner) => {
      try {
        const cipher = createDecipheriv(CIPHER, key, sealed.subarray(0, IV), { authTagLength: TAG });
        cipher.setAAD(Buffer.from(owner)).setAuthTag(sealed.subarray(IV, IV + TAG));
        return Buffer.concat([cipher.update(sealed.subarray(IV + TAG)), cipher.final()]);
      } catch {
        return undefined;
      }
    },
  };
}

/** Made at the first start. */
function keyIn(folder: string, purpose: string): Buffer {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, purpose);
  if (!existsSync(path)) makeKey(folder, purpose);
  const key = Buffer.from(readFileSync(path, 'utf8').trim(), 'base64url');
  if (key.length !== 32) throw new Error(`${path} is not a key. Put the one of a backup there.`);
  return key;
}

/** Put in place as a whole: a server that starts beside this one reads all of it, or makes it. */
function makeKey(folder: string, purpose: string): void {
  const draft = join(folder, `.${purpose}.${process.pid}.${randomBytes(4).toString('hex')}`);
  writeFileSync(draft, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600, flush: true });
  try {
    linkSync(draft, join(folder, purpose));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}
