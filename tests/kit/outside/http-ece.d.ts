// The one function of http_ece (encrypted content encoding, RFC 8188) that the tests use: it has no types of its own.
declare module 'http_ece' {
  interface Secrets {
    readonly version: 'aes128gcm';
    readonly privateKey: import('node:crypto').ECDH;
    /** Base64url. */
    readonly authSecret: string;
  }
  const ece: { decrypt(body: Buffer, secrets: Secrets): Buffer };
  export default ece;
}
