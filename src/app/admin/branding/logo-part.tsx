// The company's logo, and the icon of the installed app, as they look before they are saved.
import { Avatar } from '#src/kit/people/avatar.tsx';
import { Logo } from '#src/kit/ui/art/logo.tsx';
import type { ChosenPicture } from './draft.ts';
import { PictureChoice } from './picture-choice.tsx';

export interface PicturePartProps {
  /** As it is saved. */
  saved: string | null;
  chosen: ChosenPicture | null | undefined;
  onChange: (picture: ChosenPicture | null) => void;
  disabled: boolean;
}

/** What is shown of it now. */
export const shownOf = (saved: string | null, chosen: ChosenPicture | null | undefined): string | null =>
  chosen === undefined ? saved : (chosen?.preview ?? null);

export function LogoPart({ companyName, ...part }: PicturePartProps & { companyName: string }) {
  const shown = shownOf(part.saved, part.chosen);
  const fit = part.chosen?.fit;
  return (
    <section className="ll-brand-part" aria-labelledby="brand-logo">
      <h2 id="brand-logo" className="ll-section">
        Logo
      </h2>
      <PictureChoice
        label="Company logo"
        word="logo"
        hint="PNG, JPEG, GIF, WebP or SVG, best at 512 px or more"
        face={<LogoFace name={companyName} src={shown} fit={fit} />}
        beside={
          <figure className="ll-brand-splash">
            <LogoFace name={companyName} src={shown} fit={fit} size={56} />
            <figcaption className="ll-meta">Splash, 130 × 130</figcaption>
          </figure>
        }
        {...part}
      />
    </section>
  );
}

/** For a logo that is too wide for a home screen. Without one of its own the app has the logo there. */
export function IconPart({ logo, ...part }: PicturePartProps & { logo: string | null }) {
  const own = shownOf(part.saved, part.chosen);
  return (
    <section className="ll-brand-part" aria-labelledby="brand-icon">
      <h2 id="brand-icon" className="ll-section">
        Icon of the installed app
      </h2>
      <PictureChoice
        label="App icon"
        word="icon"
        hint={own ? 'On home screens, in place of the logo' : 'Left out, it is the logo. A square shows best.'}
        face={<HomeTile src={own ?? logo} fit={part.chosen?.fit} />}
        {...part}
      />
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
  fit?: ChosenPicture['fit'] | undefined;
  size?: number;
}) {
  return (
    <span className="ll-brand-face" data-fit={fit}>
      <Avatar name={name} src={src} size={size} />
    </span>
  );
}

interface HomeTileProps {
  src: string | null;
  fit: ChosenPicture['fit'] | undefined;
}

/** Without any picture it is Limelight's own. */
function HomeTile({ src, fit }: HomeTileProps) {
  return (
    <span className="ll-brand-icon-tile" data-fit={fit} aria-hidden="true">
      {src ? <img src={src} alt="" width={40} height={40} /> : <Logo size={56} />}
    </span>
  );
}

/** On a home screen. */
export function HomeIcon({ label, ...tile }: HomeTileProps & { label: string }) {
  return (
    <figure className="ll-brand-icon">
      <HomeTile {...tile} />
      <figcaption className="ll-ellipsis">{label}</figcaption>
    </figure>
  );
}
