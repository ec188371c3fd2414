// The company's colour theme: one of four, the same for everybody. Chosen first and then used: it reaches everyone at once.
import { useRef, useState } from 'react';
import { type ThemeName, themes, update } from '#contract/company.ts';
import { errorText } from '#src/api/error-text.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { ErrorNote } from '#src/kit/ui/feedback/error-card.tsx';
import { showToast } from '#src/kit/ui/feedback/toast-store.ts';
import { type Choice, ChoiceCards } from '#src/kit/ui/form/choice-cards.tsx';
import { useFocusKept } from '#src/kit/ui/hooks/use-focus-kept.ts';
import { isThemeName } from '#src/kit/ui/theme/accents.ts';
import { app } from '#src/realtime/app.ts';
import { useConnection } from '#src/realtime/hooks.ts';
import { useApp } from '../state/app-state.ts';

const names: Readonly<Record<ThemeName, string>> = {
  default: 'Lime',
  Custom_Mob_1: 'Violet',
  Custom_Eventlink: 'Green',
  Custom_Tron: 'Orange',
};

const options = (Object.keys(names) as ThemeName[]).map(
  (value): Choice<ThemeName> => ({
    value,
    label: names[value],
    mark: <span className="ll-company-colour" data-accent={themes[value]} aria-hidden="true" />,
  }),
);

/** Undefined if it was done, else why not. */
const change = (color_theme: ThemeName): Promise<string | undefined> =>
  app.call(update, { color_theme }).then(
    () => undefined,
    (error: unknown) => errorText(error),
  );

const tell = (failure: string | undefined): void => {
  if (failure) showToast({ text: failure });
};

export function CompanyColours() {
  const { theme, company } = useApp().state;
  const offline = useConnection().state === 'offline';
  const now = isThemeName(theme) ? theme : undefined;
  const [picked, setPicked] = useState<ThemeName>();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  // Kept until everybody sees it: the answer may be here before the change itself.
  if (picked !== undefined && picked === now) setPicked(undefined);
  const wanted = picked ?? now;
  const part = useRef<HTMLElement>(null);
  // The buttons go as soon as the choice is what everybody sees.
  const focus = useFocusKept({ next: () => part.current?.querySelector<HTMLElement>('input:checked') });
  const save = async (next: ThemeName) => {
    setBusy(true);
    const failure = await change(next);
    setBusy(false);
    setError(failure);
    if (failure) return;
    const undo = now && { label: 'Undo', run: () => void change(now).then(tell) };
    showToast({ text: `Everybody sees ${names[next]} now`, ...(undo && { action: undo }) });
  };
  return (
    <section ref={part} {...focus} className="ll-settings-part" aria-labelledby="company-colours">
      <h2 id="company-colours" className="ll-section">
        Company colours
      </h2>
      <p className="ll-muted">{`Everybody at ${company?.company_name ?? 'your company'} sees them, on all devices.`}</p>
      <ChoiceCards
        label="Colour theme"
        labelHidden
        look="tiles"
        options={options}
        value={wanted}
        onChange={setPicked}
        disabled={offline}
      />
      {offline ? <p className="ll-meta">Changing them needs a connection.</p> : null}
      {error ? <ErrorNote text={error} /> : null}
      {wanted && wanted !== now ? (
        <div className="ll-settings-buttons">
          <Button kind="primary" disabled={offline} busy={busy && 'Saving…'} onClick={() => void save(wanted)}>
            {`Use ${names[wanted]} for everybody`}
          </Button>
          <Button kind="ghost" onClick={() => setPicked(undefined)}>
            Cancel
          </Button>
        </div>
      ) : null}
    </section>
  );
}
