// What passes between a browser's authenticator and us (WebAuthn, level 3), bytes as base64url: as much of it as we look at.
import * as v from 'valibot';

const bytes = (max: number) =>
  v.pipe(v.string(), v.minLength(1), v.maxLength(max), v.regex(/^[\w-]+$/, 'Not base64url'));
const credential = bytes(1400);
/** How the browser reaches the authenticator: `internal`, `usb`, `hybrid` … */
const transports = v.pipe(v.array(v.pipe(v.string(), v.regex(/^[a-z-]{1,20}$/, 'Not a transport'))), v.maxLength(8));
const known = v.strictObject({ credential: v.string(), transports: v.array(v.string()) });

/** Makes a passkey: for `navigator.credentials.create`. */
export const creation = v.strictObject({
  challenge: v.string(),
  rp_id: v.string(),
  rp_name: v.string(),
  /** Random: says nothing of the person. */
  user_handle: v.string(),
  /** What the authenticator shows beside the passkey. */
  user_name: v.string(),
  display_name: v.string(),
  /** COSE, the one that is liked best first. */
  algorithms: v.array(v.number()),
  /** What the person has already. */
  exclude: v.array(known),
  /** Milliseconds. */
  timeout: v.number(),
});

/** What the authenticator made of it. */
export const attestation = v.strictObject({
  credential,
  client_data: bytes(4000),
  attestation_object: bytes(12_000),
  transports,
});

/** Asks for a passkey: for `navigator.credentials.get`. */
export const request = v.strictObject({
  challenge: v.string(),
  rp_id: v.string(),
  allow: v.array(known),
  /** Milliseconds. */
  timeout: v.number(),
});

/** What the authenticator answered. */
export const assertion = v.strictObject({
  credential,
  client_data: bytes(4000),
  authenticator_data: bytes(4000),
  signature: bytes(8000),
  /** Null if the authenticator does not say. */
  user_handle: v.nullable(bytes(100)),
});

export type Creation = v.InferOutput<typeof creation>;
export type Attestation = v.InferOutput<typeof attestation>;
export type AssertionRequest = v.InferOutput<typeof request>;
export type Assertion = v.InferOutput<typeof assertion>;
