// An authenticator in software: makes passkeys and proves that it has them as a phone or a key would (WebAuthn, ES256, no attestation).
// What it says can be bent, for the tests of what is refused.
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { Assertion, AssertionRequest, Attestation, Creation } from '#contract/auth/webauthn.ts';

/** Where the browser is, what it was asked for, and what the authenticator says, where that is not as it should be. */
export interface Bent {
  readonly origin?: string;
  readonly rp_id?: string;
  readonly challenge?: string;
  readonly type?: string;
  /** False: nobody has shown a finger or typed a number. */
  readonly verified?: boolean;
  readonly counter?: number;
  readonly user_handle?: string | null;
  /** Another key signs. */
  readonly forged?: boolean;
  /** Registers one that it has once more, by its own name for it. */
  readonly again?: string;
  readonly format?: string;
  readonly statement?: Readonly<Record<string, Cbor>>;
}

interface Held {
  readonly rp_id: string;
  readonly user_handle: string;
  readonly key: KeyObject;
  counter: number;
}

const [PRESENT, VERIFIED, BACKED_UP, ATTESTED] = [0x01, 0x04, 0x18, 0x40];
const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();
const newKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });

export class Authenticator {
  private readonly held = new Map<string, Held>();
  private readonly options: { origin: string; counts?: boolean; synced?: boolean };

  /** `origin`: of the page. `counts`: says how often it has signed, as keys do and what is synced does not. */
  constructor(options: { origin: string; counts?: boolean; synced?: boolean }) {
    this.options = options;
  }

  /** Throws, as a browser does, if it has one of those that are to be left out. */
  make(given: Creation, bent: Bent = {}): Attestation {
    if (given.exclude.some(({ credential }) => this.held.has(credential))) throw new Error('InvalidStateError');
    const credential = bent.again ?? randomBytes(32).toString('base64url');
    const { user_handle, rp_id } = given;
    const key = this.held.get(credential)?.key ?? newKey().privateKey;
    const one: Held = { rp_id, user_handle, key, counter: 0 };
    this.held.set(credential, one);
    const id = Buffer.from(credential, 'base64url');
    const attested = Buffer.concat([Buffer.alloc(16), u16(id.length), id, cose(key)]);
    const authData = Buffer.concat([this.head(one, bent, ATTESTED), attested]);
    const { format = 'none', statement = {} } = bent;
    return {
      credential,
      client_data: this.clientData('webauthn.create', given.challenge, bent),
      attestation_object: cbor({ fmt: format, attStmt: statement, authData }).toString('base64url'),
      transports: ['internal', 'hybrid'],
    };
  }

  /** With the first of the passkeys asked for that it has; `credential`: with this one, asked for or not. */
  prove(given: AssertionRequest, bent: Bent & { credential?: string } = {}): Assertion {
    const asked = given.allow.map(({ credential }) => credential);
    const credential = bent.credential ?? asked.find((one) => this.held.has(one)) ?? '';
    const one = this.held.get(credential);
    if (!one) throw new Error('NotAllowedError');
    const client_data = this.clientData('webauthn.get', given.challenge, bent);
    const data = this.head(one, bent);
    const signed = Buffer.concat([data, sha256(Buffer.from(client_data, 'base64url'))]);
    const key = bent.forged ? newKey().privateKey : one.key;
    return {
      credential,
      client_data,
      authenticator_data: data.toString('base64url'),
      signature: sign('sha256', signed, key).toString('base64url'),
      user_handle: bent.user_handle === undefined ? one.user_handle : bent.user_handle,
    };
  }

  private clientData(type: string, challenge: string, bent: Bent): string {
    const said = { type, challenge, origin: this.options.origin, crossOrigin: false };
    const { type: t = type, challenge: c = challenge, origin = said.origin } = bent;
    return Buffer.from(JSON.stringify({ ...said, type: t, challenge: c, origin })).toString('base64url');
  }

  private head(one: Held, bent: Bent, more = 0): Buffer {
    if (this.options.counts) one.counter += 1;
    const verified = (bent.verified ?? true) ? VERIFIED : 0;
    const synced = this.options.synced ? BACKED_UP : 0;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(bent.counter ?? one.counter);
    return Buffer.concat([sha256(bent.rp_id ?? one.rp_id), Buffer.from([PRESENT | verified | synced | more]), counter]);
  }
}

/** Its public key as authenticators write it: P-256, ES256. */
function cose(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return cbor(
    new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  );
}

type Cbor = number | string | Buffer | readonly Cbor[] | Map<number, Cbor> | { readonly [key: string]: Cbor };

/** As much of RFC 8949 as authenticators use. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? major(1, -1 - value) : major(0, value);
  if (typeof value === 'string') return Buffer.concat([major(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([major(2, value.length), value]);
  if (Array.isArray(value)) return Buffer.concat([major(4, value.length), ...value.map(cbor)]);
  const entries: (readonly [Cbor, Cbor])[] = value instanceof Map ? [...value] : Object.entries(value);
  return Buffer.concat([major(5, entries.length), ...entries.flat().map(cbor)]);
}

function major(kind: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(kind << 5) | size]);
  if (size < 256) return Buffer.from([(kind << 5) | 24, size]);
  return Buffer.concat([Buffer.from([(kind << 5) | 25]), u16(size)]);
}

const u16 = (value: number): Buffer => {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
};
