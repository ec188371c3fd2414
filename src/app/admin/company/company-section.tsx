// What holds for everybody in the company, for who may configure it.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { update } from '#contract/company.ts';
import { errorText } from '#src/api/error-text.ts';
import { configQuery } from '#src/features/company/queries.ts';
import { Switch } from '#src/kit/ui/controls/check.tsx';
import { ErrorCard, ErrorNote } from '#src/kit/ui/feedback/error-card.tsx';
import { app } from '#src/realtime/app.ts';
import { useMay, useOffline } from '#src/realtime/hooks.ts';
import { CompanyHours } from '../../settings/notifications/company-hours.tsx';
import { useApp } from '../../state/app-state.ts';
import { AdminSection } from '../admin-section.tsx';
import { adminTexts } from '../messages.ts';
import { RulesForm } from './rules-form.tsx';

export function CompanySection() {
  const { company } = useApp().state;
  const configures = useMay('company.configure');
  return (
    <AdminSection title="Company settings">
      {configures ? (
        <>
          <p className="ll-muted">{`For everybody at ${company?.company_name ?? 'your company'}, on all devices.`}</p>
          <LinkPreviews />
          <CompanyHours />
          <Rules />
        </>
      ) : (
        <p className="ll-muted">Only people who may configure your company can change what applies to everybody.</p>
      )}
    </AdminSection>
  );
}

function Rules() {
  const config = useQuery(configQuery);
  const offline = useOffline();
  return config.data ? (
    <section className="ll-settings-part" aria-labelledby="company-rules">
      <h2 id="company-rules" className="ll-section">
        Time, passwords, spaces, messages and accounts
      </h2>
      <RulesForm settings={config.data.settings} offline={offline} />
    </section>
  ) : null;
}

function LinkPreviews() {
  const config = useQuery(configQuery);
  const offline = useOffline();
  const now = config.data?.settings.link_previews ?? false;
  /** Kept until everybody sees it: the answer may be here before the change itself. */
  const [wanted, setWanted] = useState<boolean>();
  const [error, setError] = useState<string>();
  if (wanted !== undefined && wanted === now) setWanted(undefined);
  const change = async (link_previews: boolean) => {
    setWanted(link_previews);
    setError(undefined);
    try {
      await app.call(update, { settings: { link_previews } });
    } catch (thrown) {
      setWanted(undefined);
      setError(errorText(thrown, adminTexts));
    }
  };
  if (config.isError && !config.data && !offline)
    return <ErrorCard onRetry={() => void config.refetch()} retrying={config.isFetching} />;
  return (
    <div>
      <Switch
        label="Link previews"
        checked={wanted ?? now}
        disabled={offline || !config.data || wanted !== undefined}
        onChange={(event) => void change(event.target.checked)}
        aria-describedby="link-previews"
      />
      <p id="link-previews" className="ll-meta">
        Messages show what the pages behind their links say about themselves. Your server opens each page at most once a
        day; its site learns the server’s address, not who wrote or reads the message. While this is off, nothing is
        opened and no previews are shown.
      </p>
      {offline ? <p className="ll-meta">Changing it needs a connection.</p> : null}
      {error ? <ErrorNote text={error} /> : null}
    </div>
  );
}
