// What colleagues will see, on a phone and on its home screen, light and dark, before anything is saved.
import { Circle, Home, MessageCircle, Plus, UserRound, Users } from 'lucide-react';
import { type CSSProperties, useState } from 'react';
import { Segments } from '#src/kit/ui/controls/segments.tsx';
import type { ChosenPicture } from './draft.ts';
import { HomeIcon, LogoFace } from './logo-part.tsx';
import { type Appearance, lookOf } from './looks.ts';

export interface PreviewProps {
  theme: string;
  companyName: string;
  shortName: string;
  firstName: string;
  logo: string | null;
  fit: ChosenPicture['fit'] | undefined;
  /** On the home screen. */
  icon: string | null;
  iconFit: ChosenPicture['fit'] | undefined;
  unsaved: boolean;
}

export function Preview({ theme, companyName, shortName, firstName, logo, fit, icon, iconFit, unsaved }: PreviewProps) {
  const [appearance, setAppearance] = useState<Appearance>('light');
  const look = lookOf(theme, appearance);
  const style = Object.fromEntries(
    Object.entries(look).map(([name, value]) => [`--p-${name}`, value]),
  ) as CSSProperties;
  return (
    <section className="ll-brand-preview" aria-labelledby="brand-preview">
      <h2 id="brand-preview" className="ll-section">
        Live preview
      </h2>
      <Segments
        label="Appearance of the preview"
        options={[
          { value: 'light', label: 'Light' },
          { value: 'dark', label: 'Dark' },
        ]}
        value={appearance}
        onChange={setAppearance}
      />
      <div
        className="ll-brand-phone"
        style={style}
        role="img"
        aria-label={`The app in ${appearance}, with these colours`}
      >
        <span className="ll-brand-phone-top">
          <LogoFace name={companyName} src={logo} fit={fit} size={24} />
          <strong className="ll-ellipsis">{companyName}</strong>
        </span>
        <strong className="ll-brand-phone-title">Good morning, {firstName}</strong>
        <span className="ll-brand-phone-row">
          <span>Mill Lane crew</span>
          <span className="ll-brand-phone-count">2</span>
        </span>
        <span className="ll-brand-phone-switch">
          <span className="ll-brand-phone-track" />
          Mute until morning
        </span>
        <span className="ll-brand-phone-button">Write a message</span>
        <span className="ll-brand-phone-link">See everybody</span>
        <span className="ll-brand-phone-nav">
          <span data-on="">
            <Home size={16} />
          </span>
          <MessageCircle size={16} />
          <span data-add="">
            <Plus size={16} />
          </span>
          <Users size={16} />
          <UserRound size={16} />
        </span>
      </div>
      <div className="ll-brand-home">
        <HomeIcon src={icon} fit={iconFit} label={shortName} />
        <span className="ll-brand-icon" aria-hidden="true">
          <span className="ll-brand-icon-tile" data-other="">
            <Circle size={24} />
          </span>
          <span>Clock</span>
        </span>
      </div>
      <p className="ll-meta">
        {unsaved ? 'Nothing is saved yet.' : 'As everybody sees it now.'} The installed app takes a new icon and name
        when its system looks for them, mostly within a day.
      </p>
    </section>
  );
}
