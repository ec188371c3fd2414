// Three colleagues under the light, drawn for the sign-in pages.
const INK = '#261d1a';
const DARK = '#6b412f';
const DARKER = '#553222';

function Baker() {
  return (
    <g>
      <path d="M114 642c2-37 26-60 62-62h36c36 2 60 25 62 62z" fill="#fff" />
      <path d="M152 586l14-4 16 26h24l16-26 14 4-12 30v26h-63v-26z" fill="#8a5a35" />
      <path d="M176 552h36v23c0 9-8 14-18 14s-18-5-18-14z" fill="#d89f78" />
      <circle cx="153" cy="519" r="8" fill="#dca883" />
      <circle cx="235" cy="519" r="8" fill="#dca883" />
      <path d="M156 488h76v34c0 28-14 45-38 45s-38-17-38-45z" fill="#f0c5a5" />
      <path d="M156 496c6 4 8 14 8 30 18 3 42 3 60 0 0-16 2-26 8-30v28c0 26-14 43-38 43s-38-17-38-43z" fill="#5b3420" />
      <path d="M164 526c5 9 17 10 30 8 13 2 25 1 30-8 0-14-2-24-4-30h-52c-2 6-4 16-4 30z" fill="#f0c5a5" />
      <path d="M180 539c8 8 20 8 28 0-2 12-26 12-28 0z" fill="#fff" />
      <path d="M194 514l-3 12c0 3 6 3 7 1" fill="none" stroke="#d89f78" strokeWidth="3" strokeLinecap="round" />
      <circle cx="178" cy="514" r="4.5" fill={INK} />
      <circle cx="209" cy="514" r="4.5" fill={INK} />
      <path d="M171 504q7-4 13-1M203 503q7-3 13 1" fill="none" stroke="#5b3420" strokeWidth="3" strokeLinecap="round" />
      <path
        d="M151 499v-14a18 18 0 0 1 5-29 27 27 0 0 1 38-9 27 27 0 0 1 38 9 18 18 0 0 1 5 29v14z"
        fill="#fff"
        stroke="#d8d6d0"
        strokeWidth="2"
      />
    </g>
  );
}

function Engineer() {
  return (
    <g>
      <path d="M347 644c3-39 28-62 64-64h36c36 2 60 27 63 64z" fill="#f96a15" />
      <path d="M410 552h37v24c0 9-8 14-18 14s-19-5-19-14z" fill={DARKER} />
      <circle cx="387" cy="517" r="8.5" fill={DARKER} />
      <circle cx="470" cy="517" r="8.5" fill={DARKER} />
      <path d="M389 481h78v41c0 28-14 45-39 45s-39-17-39-45z" fill={DARK} />
      <path
        d="M388 520c4 10 8 14 14 14 14-2 38-2 52 0 6 0 10-4 14-14v6c0 25-15 41-40 41s-40-16-40-41z"
        fill="#241d1b"
      />
      <path
        d="M387 502v-12c0-24 17-39 41-39s41 15 41 39v12c-5-13-9-18-14-20-17 5-37 5-54 0-5 2-9 7-14 20z"
        fill={INK}
      />
      <path d="M413 538c9 9 21 9 30 0-2 13-28 13-30 0z" fill="#fff" />
      <path d="M428 512l-3 13c0 3 7 3 8 1" fill="none" stroke={DARKER} strokeWidth="3" strokeLinecap="round" />
      <circle cx="412" cy="512" r="4.5" fill={INK} />
      <circle cx="444" cy="512" r="4.5" fill={INK} />
      <path d="M404 502q7-5 14-1M437 501q7-4 14 1" fill="none" stroke={INK} strokeWidth="3" strokeLinecap="round" />
    </g>
  );
}

function Manager() {
  const petals = [0, 60, 120, 180, 240, 300];
  const rim = Array.from({ length: 14 }, (_, index) => (index * 360) / 14);
  return (
    <g>
      <circle cx="308.5" cy="476" r="73" fill={INK} />
      <path d="M207 663c3-46 38-78 80-79h43c42 1 77 33 80 79z" fill="#f2a65a" />
      <path d="M286 545h45v35c0 11-10 17-22 17s-23-6-23-17z" fill={DARKER} />
      <circle cx="259" cy="507" r="10" fill={DARKER} />
      <circle cx="358" cy="507" r="10" fill={DARKER} />
      <circle cx="257" cy="525" r="6" fill="#e8b43e" />
      <circle cx="360" cy="525" r="6" fill="#e8b43e" />
      <path d="M259 462h99v48c0 33-20 53-49 53s-50-20-50-53z" fill={DARK} />
      <path d="M257 492c3-16 9-25 19-31 20 6 46 6 65 0 10 6 16 15 19 31v-50H257z" fill={INK} />
      <path d="M290 532c6 4 13 1 18 2 6-1 12 2 18-2-4 13-32 13-36 0z" fill="#8d3b2f" />
      <path d="M309 503l-4 16c0 4 7 4 9 1" fill="none" stroke={DARKER} strokeWidth="3" strokeLinecap="round" />
      <circle cx="289" cy="501" r="5.5" fill={INK} />
      <circle cx="328" cy="501" r="5.5" fill={INK} />
      <path d="M279 488q9-6 18-1M320 487q9-5 18 1" fill="none" stroke={INK} strokeWidth="3.5" strokeLinecap="round" />
      <g transform="translate(308.5 610)">
        {rim.map((angle) => (
          <circle key={angle} r="6" cy="-27" fill="#f3b8dd" transform={`rotate(${angle})`} />
        ))}
        <circle r="28" fill="#fdeaf6" />
        {petals.map((angle) => (
          <ellipse key={angle} rx="6.5" ry="8" cy="-12" fill="#d63a9c" transform={`rotate(${angle})`} />
        ))}
        <circle r="7" fill="#f2b134" />
        <circle r="3" fill="#8a5a12" />
      </g>
    </g>
  );
}

/** The spot on the floor and the three. Decorative. */
export function PeopleInTheLight({ className }: { className?: string }) {
  return (
    <svg className={className} viewBox="36 398 545 288" aria-hidden="true">
      <defs>
        <radialGradient id="ll-floor">
          <stop stopColor="#c6f56f" />
          <stop offset="1" stopColor="#9fd444" />
        </radialGradient>
      </defs>
      <ellipse cx="308.5" cy="633" rx="258" ry="49" fill="url(#ll-floor)" />
      <Baker />
      <Engineer />
      <Manager />
    </svg>
  );
}
