// Where passkeys work: browsers bind each to a name, and make them on secure pages only. Pure.

export interface PasskeyPlace {
  /** The name that passkeys are bound to. */
  readonly rp_id: string;
  /** The one page address that they are taken from. */
  readonly origin: string;
}

export type Hindrance = 'not_secure' | 'ip_address';

/** `publicUrl`: under which people open the app. */
export function placeOf(publicUrl: string): PasskeyPlace | { readonly hindrance: Hindrance } {
  const { protocol, hostname, origin } = new URL(publicUrl);
  if (hostname.startsWith('[') || /^\d+(\.\d+){3}$/.test(hostname)) return { hindrance: 'ip_address' };
  const local = hostname === 'localhost' || hostname.endsWith('.localhost');
  return protocol === 'https:' || local ? { rp_id: hostname, origin } : { hindrance: 'not_secure' };
}

/** Undefined if there are none to be had. */
export function passkeysAt(publicUrl: string): PasskeyPlace | undefined {
  const place = placeOf(publicUrl);
  return 'origin' in place ? place : undefined;
}
