// The colour theme: one of four, or an accent of the company's own, which is mended where no label could be read on it.
import { Check } from 'lucide-react';
import { useId, useState } from 'react';
import { type Hex, isReadable, ownAccent, ownName, readable, readHex } from '#contract/company/accent.ts';
import { type ThemeName, themes } from '#contract/company.ts';
import { TextField } from '#src/kit/ui/controls/text-field.tsx';
import { lookOf } from './looks.ts';

const names: Readonly<Record<ThemeName, string>> = {
  default: 'Lime',
  Custom_Mob_1: 'Violet',
  Custom_Eventlink: 'Green',
  Custom_Tron: 'Orange',
};
/** As people know it. */
export const themeLabel = (theme: string): string => names[theme as ThemeName] ?? 'your own';

/** Something to begin with. */
const FIRST: Hex = '#0b6bcb';

export interface ThemePartProps {
  theme: string;
  onChange: (theme: string) => void;
  disabled: boolean;
}

export function ThemePart({ theme, onChange, disabled }: ThemePartProps) {
  const own = ownAccent(theme);
  /** The last one, while another theme is looked at. */
  const [last, setLast] = useState<Hex>(own ?? FIRST);
  if (own && own !== last) setLast(own);
  const name = useId();
  const cards = [
    ...(Object.keys(themes) as ThemeName[]).map((value) => ({
      value: value as string,
      label: names[value],
      text: value as string,
    })),
    { value: own ? theme : ownName(last), label: 'Your own', text: own ?? 'Any colour' },
  ];
  return (
    <section className="ll-brand-part" aria-labelledby="brand-theme">
      <div className="ll-brand-head">
        <h2 id="brand-theme" className="ll-section">
          Colour theme
        </h2>
        <span className="ll-meta">Gray stays olive in every theme</span>
      </div>
      <fieldset className="ll-brand-themes" disabled={disabled} aria-labelledby="brand-theme">
        {cards.map(({ value, label, text }) => {
          const { solid, on } = lookOf(value, 'light');
          return (
            <label key={label} className="ll-brand-theme">
              <input
                type="radio"
                className="ll-hidden-text"
                name={name}
                checked={value === theme}
                onChange={() => onChange(value)}
              />
              <span className="ll-brand-swatch" style={{ background: solid, color: on }} aria-hidden="true">
                Aa
              </span>
              <span className="ll-strong">{label}</span>
              <span className="ll-meta">{text}</span>
              <span className="ll-brand-tick" aria-hidden="true">
                <Check size={16} strokeWidth={2.4} />
              </span>
            </label>
          );
        })}
      </fieldset>
      {own ? <OwnAccent accent={own} onChange={(accent) => onChange(ownName(accent))} disabled={disabled} /> : null}
    </section>
  );
}

function OwnAccent({
  accent,
  onChange,
  disabled,
}: {
  accent: Hex;
  onChange: (accent: Hex) => void;
  disabled: boolean;
}) {
  const [typed, setTyped] = useState<string>(accent);
  const wanted = readHex(typed);
  const mended = wanted !== undefined && !isReadable(wanted);
  const put = (text: string) => {
    setTyped(text);
    const hex = readHex(text);
    if (hex) onChange(readable(hex));
  };
  return (
    <div className="ll-brand-own">
      <label className="ll-brand-picker">
        <span className="ll-hidden-text">Pick the accent</span>
        <input type="color" value={accent} disabled={disabled} onChange={(event) => put(event.target.value)} />
      </label>
      <TextField
        label="Accent"
        autoComplete="off"
        spellCheck={false}
        maxLength={7}
        value={typed}
        disabled={disabled}
        error={typed && !wanted ? 'A colour has six digits, like #0b6bcb.' : undefined}
        onChange={(event) => put(event.target.value)}
      />
      <p className="ll-meta" role="status">
        {mended
          ? `Labels would be hard to read on ${wanted}, so we use ${accent}, the nearest shade that passes.`
          : 'The text on it is chosen for you, dark or white, whichever reads better.'}
      </p>
    </div>
  );
}
