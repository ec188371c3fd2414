// The company's logo: chosen, seen as a whole or cut to a square, and as the icon of the installed app, before it is saved.
import { Upload } from 'lucide-react';
import { useRef } from 'react';
import { Avatar } from '#src/kit/people/avatar.tsx';
import { Logo } from '#src/kit/ui/art/logo.tsx';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { Segments } from '#src/kit/ui/controls/segments.tsx';
import type { ChosenLogo } from './draft.ts';

export interface LogoPartProps {
  companyName: string;
  /** As it is saved. */
  saved: string | null;
  chosen: ChosenLogo | null | undefined;
  onChange: (logo: ChosenLogo | null) => void;
  disabled: boolean;
}

export function LogoPart({ companyName, saved, chosen, onChange, disabled }: LogoPartProps) {
  const input = useRef<HTMLInputElement>(null);
  const shown = chosen === undefined ? saved : (chosen?.preview ?? null);
  const fit = chosen?.fit;
  return (
    <section className="ll-brand-part" aria-labelledby="brand-logo">
      <h2 id="brand-logo" className="ll-section">
        Logo
      </h2>
      <div className="ll-brand-logo">
        <div className="ll-brand-drop">
          <LogoFace name={companyName} src={shown} fit={fit} />
          <div className="ll-brand-drop-text">
            <span className="ll-strong">Company logo</span>
            <span className="ll-meta">
              {chosen ? chosen.file.name : 'PNG, JPEG, GIF or WebP, best at 512 px or more'}
            </span>
            <span className="ll-brand-drop-buttons">
              <Button icon={Upload} disabled={disabled} onClick={() => input.current?.click()}>
                {shown ? 'Replace' : 'Choose a logo'}
              </Button>
              {shown ? (
                <Button kind="ghost" disabled={disabled} onClick={() => onChange(null)}>
                  Remove
                </Button>
              ) : null}
            </span>
          </div>
          <input
            ref={input}
            type="file"
            hidden
            accept="image/png,image/jpeg,image/gif,image/webp,image/avif"
            aria-label="Company logo"
            onChange={({ currentTarget }) => {
              const [file] = currentTarget.files ?? [];
              // The same file once more is a choice, too.
              currentTarget.value = '';
              if (file) onChange({ file, preview: URL.createObjectURL(file), fit: 'whole' });
            }}
          />
        </div>
        <figure className="ll-brand-splash">
          <LogoFace name={companyName} src={shown} fit={fit} size={56} />
          <figcaption className="ll-meta">Splash, 130 × 130</figcaption>
        </figure>
      </div>
      {chosen ? (
        <Segments
          label="How the logo fills its square"
          options={[
            { value: 'whole', label: 'Show all of it' },
            { value: 'cut', label: 'Fill the square' },
          ]}
          value={chosen.fit}
          onChange={(next) => onChange({ ...chosen, fit: next })}
        />
      ) : null}
    </section>
  );
}

/** Without a logo the initials, as everywhere else. */
export function LogoFace({
  name,
  src,
  fit,
  size = 64,
}: {
  name: string;
  src: string | null;
  fit?: ChosenLogo['fit'] | undefined;
  size?: number;
}) {
  return (
    <span className="ll-brand-face" data-fit={fit}>
      <Avatar name={name} src={src} size={size} />
    </span>
  );
}

/** On a home screen. Without a logo it is Limelight's own. */
export function HomeIcon({
  src,
  fit,
  label,
}: {
  src: string | null;
  fit: ChosenLogo['fit'] | undefined;
  label: string;
}) {
  return (
    <figure className="ll-brand-icon">
      <span className="ll-brand-icon-tile" data-fit={fit} aria-hidden="true">
        {src ? <img src={src} alt="" width={40} height={40} /> : <Logo size={56} />}
      </span>
      <figcaption className="ll-ellipsis">{label}</figcaption>
    </figure>
  );
}
