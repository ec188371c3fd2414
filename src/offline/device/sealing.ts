// How a piece is locked: AES-GCM, under a key that the person's public key and one of its own make (ECDH, P-256). Knows bytes, not
// what they are or where they are kept.

export interface Locked {
  /** Of the key of its own, whose private half nobody has kept. */
  readonly point: Uint8Array<ArrayBuffer>;
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const CURVE = { name: 'ECDH', namedCurve: 'P-256' } as const;
const bytesIn = (base64: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/** A name for an account that tells nobody whose it is. */
export async function ownerOf(account: string): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', utf8(account)));
  return btoa(String.fromCharCode(...hash));
}

const keyOf = (secret: CryptoKey, point: CryptoKey, use: 'encrypt' | 'decrypt'): Promise<CryptoKey> =>
  crypto.subtle.deriveKey({ name: 'ECDH', public: point }, secret, { name: 'AES-GCM', length: 256 }, false, [use]);

/** `key`: the public one, base64. `head` is JSON. Only for this account it can be opened. */
export async function lock(
  account: string,
  key: string,
  head: unknown,
  body: Uint8Array<ArrayBuffer>,
): Promise<Locked> {
  const theirs = await crypto.subtle.importKey('raw', bytesIn(key), CURVE, false, []);
  const once = await crypto.subtle.generateKey(CURVE, false, ['deriveKey']);
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const text = utf8(JSON.stringify(head));
  const plain = new Uint8Array(4 + text.length + body.length);
  new DataView(plain.buffer).setUint32(0, text.length);
  plain.set(text, 4);
  plain.set(body, 4 + text.length);
  const algorithm = { name: 'AES-GCM', iv, additionalData: utf8(account) };
  const bytes = await crypto.subtle.encrypt(algorithm, await keyOf(once.privateKey, theirs, 'encrypt'), plain);
  const point = await crypto.subtle.exportKey('raw', once.publicKey);
  return { point: new Uint8Array(point), iv, bytes: new Uint8Array(bytes) };
}

/** `secret`: the private key, base64. Undefined if it does not fit. */
export async function unlock(
  account: string,
  secret: string,
  { point, iv, bytes }: Locked,
): Promise<{ readonly head: unknown; readonly bytes: Uint8Array<ArrayBuffer> } | undefined> {
  try {
    const mine = await crypto.subtle.importKey('pkcs8', bytesIn(secret), CURVE, false, ['deriveKey']);
    const theirs = await crypto.subtle.importKey('raw', point, CURVE, false, []);
    const algorithm = { name: 'AES-GCM', iv, additionalData: utf8(account) };
    const plain = new Uint8Array(await crypto.subtle.decrypt(algorithm, await keyOf(mine, theirs, 'decrypt'), bytes));
    const end = 4 + new DataView(plain.buffer).getUint32(0);
    const head = JSON.parse(new TextDecoder().decode(plain.subarray(4, end)));
    return { head, bytes: plain.slice(end) };
  } catch {
    return undefined;
  }
}
