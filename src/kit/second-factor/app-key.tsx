// What an authenticator app is given: the QR code, and the same key to be entered by hand.
import { QrCode } from './qr-code.tsx';
import './second-factor.css';

export interface AppKeyProps {
  /** As text, in base 32. */
  secret: string;
  /** The address in the QR code. */
  uri: string;
}

/** In fours, as people type. */
const grouped = (secret: string): string => (secret.match(/.{1,4}/g) ?? []).join(' ');

export function AppKey({ secret, uri }: AppKeyProps) {
  return (
    <>
      <QrCode text={uri} label="QR code for your authenticator app" />
      <p className="ll-second-key">
        <span className="ll-meta">Key</span>
        <code>{grouped(secret)}</code>
        {/* Who sets it up on the phone itself has nothing to scan it with. */}
        <a className="ll-link" href={uri}>
          Open the app on this device
        </a>
      </p>
    </>
  );
}
