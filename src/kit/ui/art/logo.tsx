// The mark: a slice of lime on an ink tile. The same drawing stands in index.html and public/icons.
const SLICE =
  'M103.5 26A77.5 77.5 0 0 1 26 103.5v-10A67.5 67.5 0 0 0 93.5 26zM41.6 30.2h41.5a57.3 57.3 0 0 1-5.5 20.7zM37.5 37.5l35.9 20.7a57.3 57.3 0 0 1-15.2 15.2zM30.2 41.6l20.7 36a57.3 57.3 0 0 1-20.7 5.5z';

/** @param size edge in px. Decorative: the name stands beside it. */
export function Logo({ size = 36 }: { size?: number }) {
  return (
    <svg className="ll-logo" width={size} height={size} viewBox="0 0 130 130" aria-hidden="true">
      <rect width="130" height="130" rx="36" fill="var(--ll-tile, var(--sys-tile))" />
      <path d={SLICE} fill="#bdee63" stroke="#bdee63" strokeWidth="3" strokeLinejoin="round" />
    </svg>
  );
}

/** The mark with the name beside it. */
export function LogoName() {
  return (
    <span className="ll-logo-name">
      <Logo size={36} />
      <span className="ll-heading">Limelight</span>
    </span>
  );
}
