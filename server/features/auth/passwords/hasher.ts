// Argon2id from node:crypto, written the usual way: $argon2id$v=19$m=…,t=…,p=…$salt$tag
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { createTurnstile } from './turnstile.ts';

/** KiB that a password is hashed in, as OWASP asks for two passes in one lane. */
const MEMORY = 19_456;
const SALT_BYTES = 16;
const TAG_BYTES = 32;
/** Different salts tried for one sign-in; one address usually has one. */
const MAX_SALTS = 4;

export interface Hasher {
  /** `salt`: that of another hash (see `saltOf`), to be told apart from it by one computation. */
  hash(password: string, salt?: string): Promise<string>;
  /** For each hash whether the password fits. Takes as long for no hash as for one. */
  fits(password: string, hashes: readonly string[]): Promise<boolean[]>;
  /** False if the hash was made with other parameters than today's: it is replaced at the next sign-in. */
  isCurrent(hash: string): boolean;
  /**
   * The salt of a hash with today's parameters, else undefined. All passwords of one address share their salt: so a sign-in
   * costs one computation whether the address is known to no company, to one, or to ten, and its time tells nothing.
   */
  saltOf(hash: string): string | undefined;
}

/** About 16 ms of one core each: two at a time. The first two methods throw SERVICE_UNAVAILABLE when 200 wait. `memory`: in KiB. */
export function createHasher(memory: number = MEMORY): Hasher {
  const head = `$argon2id$v=19$m=${memory},t=2,p=1`;
  const isCurrent = (hash: string) => hash.startsWith(`${head}$`);
  const turnstile = createTurnstile({ running: 2, waiting: 200, seconds: 5 });
  const compute = (password: string, prefix: string) => turnstile.run(() => derive(password, prefix));
  const nobody = `${head}$${encode(randomBytes(SALT_BYTES))}`;
  return {
    hash: async (password, salt = encode(randomBytes(SALT_BYTES))) => {
      const prefix = `${head}$${salt}`;
      return `${prefix}$${encode(await compute(password, prefix))}`;
    },
    fits: async (password, hashes) => {
      const prefixes = [...new Set(hashes.map(prefixOf))].slice(0, MAX_SALTS);
      const tags = new Map<string, Buffer>();
      for (const prefix of prefixes.length ? prefixes : [nobody]) tags.set(prefix, await compute(password, prefix));
      return hashes.map((hash) => {
        const tag = tags.get(prefixOf(hash));
        const known = Buffer.from(hash.slice(hash.lastIndexOf('$') + 1), 'base64');
        return tag !== undefined && known.length === tag.length && timingSafeEqual(known, tag);
      });
    },
    isCurrent,
    saltOf: (hash) => (isCurrent(hash) ? hash.split('$')[4] : undefined),
  };
}

const encode = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');
const prefixOf = (hash: string): string => hash.slice(0, hash.lastIndexOf('$'));

/** `prefix`: all but the tag. Throws for one that is not ours. */
function derive(password: string, prefix: string): Promise<Buffer> {
  const [, memory, passes, parallelism, salt] =
    /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)$/.exec(prefix) ?? [];
  if (!salt) throw new Error('Not a password hash');
  const parameters = {
    message: password,
    nonce: Buffer.from(salt, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: TAG_BYTES,
  };
  return new Promise((done, fail) =>
    argon2('argon2id', parameters, (error, tag) => (error ? fail(error) : done(Buffer.from(tag)))),
  );
}
