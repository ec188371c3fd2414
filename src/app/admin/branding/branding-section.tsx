// How the company looks to everybody: logo, names, colour theme; what is readable in it, and a preview. Saved together.
import { useQuery } from '@tanstack/react-query';
import { Check, TriangleAlert, Undo2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { CompanyConfig } from '#contract/company.ts';
import { errorText } from '#src/api/error-text.ts';
import { configQuery } from '#src/features/company/queries.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { TextField } from '#src/kit/ui/controls/text-field.tsx';
import { Chip } from '#src/kit/ui/feedback/chip.tsx';
import { ErrorCard, ErrorNote } from '#src/kit/ui/feedback/error-card.tsx';
import { SkeletonRows } from '#src/kit/ui/feedback/skeleton.tsx';
import { showToast } from '#src/kit/ui/feedback/toast-store.ts';
import { useUnsaved } from '#src/kit/ui/form/unsaved.ts';
import { UnsavedGuard } from '#src/kit/ui/form/unsaved-guard.tsx';
import { BackLink, Page } from '#src/kit/ui/layout/page.tsx';
import { useMay, useOffline } from '#src/realtime/hooks.ts';
import { mayStay } from '#src/realtime/page/may-stay.ts';
import { useApp } from '../../state/app-state.ts';
import { type Draft, saveDraft } from './draft.ts';
import { IconPart, LogoPart, shownOf } from './logo-part.tsx';
import { checksOf, lookOf } from './looks.ts';
import { Preview } from './preview.tsx';
import { ThemePart, themeLabel } from './theme-part.tsx';
import './branding.css';
import { adminTexts } from '../messages.ts';

export function BrandingSection() {
  const configures = useMay('company.configure');
  const config = useQuery(configQuery);
  return (
    <Page title="Branding & theme" back={<BackLink to="/admin">Admin</BackLink>}>
      {configures ? (
        config.data ? (
          <Branding config={config.data} />
        ) : config.isError ? (
          <ErrorCard onRetry={() => void config.refetch()} retrying={config.isFetching} />
        ) : (
          <SkeletonRows label="branding" rows={4} size={64} />
        )
      ) : (
        <p className="ll-muted">Only people who may configure your company can change how it looks.</p>
      )}
    </Page>
  );
}

function Branding({ config }: { config: CompanyConfig }) {
  const offline = useOffline();
  const { me } = useApp().state;
  const [draft, setDraft] = useState<Draft>({});
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const now = { ...valuesOf(config), ...draft };
  const changes = changesOf(config, draft);
  useUnsaved(changes.length > 0);
  const missing = now.company_name.trim() === '';
  const put = (part: Draft) => {
    setDraft({ ...draft, ...part });
    setError(undefined);
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || offline || missing || !changes.length) return;
    setBusy(true);
    setError(undefined);
    try {
      await saveDraft(draft);
      setDraft({});
      showToast({ text: 'Everyone sees it now' });
    } catch (thrown) {
      // Only the words of an upload are for people.
      const isUpload = thrown instanceof Error && thrown.name === 'UploadError';
      setError(isUpload ? thrown.message : errorText(thrown, adminTexts));
    }
    setBusy(false);
  };
  const logo = shownOf(config.company_logo, draft.logo);
  const ownIcon = shownOf(config.settings.app_icon, draft.icon);
  return (
    <>
      <form className="ll-brand" onSubmit={(event) => void save(event)} noValidate>
        <div className="ll-brand-main">
          <LogoPart
            companyName={now.company_name}
            saved={config.company_logo}
            chosen={draft.logo}
            onChange={(next) => put({ logo: next })}
            disabled={offline || busy}
          />
          <IconPart
            logo={logo}
            saved={config.settings.app_icon}
            chosen={draft.icon}
            onChange={(next) => put({ icon: next })}
            disabled={offline || busy}
          />
          <Names now={now} missing={missing} put={put} disabled={offline || busy} />
          <ThemePart
            theme={now.color_theme}
            onChange={(color_theme) => put({ color_theme })}
            disabled={offline || busy}
          />
          <Readability theme={now.color_theme} />
        </div>
        <Preview
          theme={now.color_theme}
          companyName={now.company_name}
          shortName={now.app_short_name.trim() || now.app_name.trim() || now.company_name}
          firstName={me?.first_name ?? ''}
          logo={logo}
          fit={draft.logo?.fit}
          icon={ownIcon ?? logo}
          iconFit={ownIcon ? draft.icon?.fit : draft.logo?.fit}
          unsaved={changes.length > 0}
        />
        <div className="ll-brand-save" data-stays={changes.length || offline ? '' : undefined}>
          {error ? <ErrorNote text={error} /> : null}
          <p role="status">{offline ? 'Changing it needs a connection.' : changesText(changes, now.color_theme)}</p>
          <span className="ll-brand-save-buttons">
            {changes.length ? (
              <Button
                kind="ghost"
                icon={Undo2}
                onClick={() => {
                  setDraft({});
                  setError(undefined);
                }}
              >
                Undo
              </Button>
            ) : null}
            <Button
              kind="primary"
              type="submit"
              busy={busy && 'Saving…'}
              disabled={offline || missing || !changes.length}
            >
              {changes.length === 1 && changes[0] === 'color_theme' ? 'Save theme' : 'Save'}
            </Button>
          </span>
        </div>
      </form>
      <UnsavedGuard unsaved={changes.length > 0} mayStay={mayStay} />
    </>
  );
}

type Values = Required<Omit<Draft, 'logo' | 'icon'>>;

const valuesOf = ({ company_name, color_theme, settings }: CompanyConfig): Values => ({
  company_name,
  color_theme,
  app_name: settings.app_name ?? '',
  app_short_name: settings.app_short_name ?? '',
});

function changesOf(config: CompanyConfig, draft: Draft): (keyof Draft)[] {
  const saved = valuesOf(config);
  return (Object.keys(draft) as (keyof Draft)[]).filter((name) => {
    // Taking away what there is not is no change.
    if (name === 'logo') return draft.logo !== null || config.company_logo !== null;
    if (name === 'icon') return draft.icon !== null || config.settings.app_icon !== null;
    return draft[name]?.trim() !== saved[name];
  });
}

function changesText(changes: readonly (keyof Draft)[], theme: string): string {
  if (!changes.length) return '';
  if (changes.length > 1) return `${changes.length} unsaved changes. Everyone sees them after you save.`;
  const what = changes[0] === 'color_theme' ? `Theme changed to ${themeLabel(theme)}` : '1 unsaved change';
  return `${what}. Everyone sees it after you save.`;
}

interface NamesProps {
  now: Values;
  missing: boolean;
  put: (part: Draft) => void;
  disabled: boolean;
}

function Names({ now, missing, put, disabled }: NamesProps) {
  return (
    <section className="ll-brand-part" aria-labelledby="brand-names">
      <h2 id="brand-names" className="ll-section">
        Names
      </h2>
      <div className="ll-brand-names">
        <TextField
          label="Company"
          autoComplete="organization"
          maxLength={120}
          value={now.company_name}
          disabled={disabled}
          error={missing ? 'This field is required' : undefined}
          onChange={(event) => put({ company_name: event.target.value })}
        />
        <TextField
          label="Installed app"
          autoComplete="off"
          maxLength={60}
          placeholder={now.company_name}
          value={now.app_name}
          disabled={disabled}
          hint="Left empty, it is called as the company."
          onChange={(event) => put({ app_name: event.target.value })}
        />
        <TextField
          label="Below its icon"
          autoComplete="off"
          maxLength={30}
          placeholder={now.app_name || now.company_name}
          value={now.app_short_name}
          disabled={disabled}
          hint="About 12 letters fit on a home screen."
          onChange={(event) => put({ app_short_name: event.target.value })}
        />
      </div>
    </section>
  );
}

function Readability({ theme }: { theme: string }) {
  const checks = checksOf(lookOf(theme, 'light'), themeLabel(theme) === 'your own' ? 'your accent' : themeLabel(theme));
  const passes = checks.every(({ ratio, needs }) => ratio >= needs);
  return (
    <section className="ll-brand-part" aria-labelledby="brand-checks">
      <div className="ll-brand-head">
        <h2 id="brand-checks" className="ll-section">
          Readability check
        </h2>
        <Chip tone={passes ? 'neutral' : 'warn'}>
          {passes ? <Check size={16} aria-hidden="true" /> : <TriangleAlert size={16} aria-hidden="true" />}
          {passes ? 'All pass AA' : 'Hard to read'}
        </Chip>
      </div>
      <ul className="ll-brand-checks">
        {checks.map(({ label, front, back, ratio, needs }) => (
          <li key={label}>
            <span className="ll-brand-sample" style={{ color: front, background: back }} aria-hidden="true">
              Aa
            </span>
            <span>{label}</span>
            <span className="ll-strong ll-digits">{`${ratio.toFixed(1)} : 1`}</span>
            <span className="ll-meta ll-digits">{`needs ${needs} : 1`}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
