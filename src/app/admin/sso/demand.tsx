// Two-step sign-in for everybody: asked of whoever signs in with a password.
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { getDemand, setDemand } from '#contract/auth/demand.ts';
import type { RequestOf, ResponseOf } from '#contract/kernel/endpoint.ts';
import { errorText } from '#src/api/error-text.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { Switch } from '#src/kit/ui/controls/check.tsx';
import { ErrorNote } from '#src/kit/ui/feedback/error-card.tsx';
import { SkeletonRows } from '#src/kit/ui/feedback/skeleton.tsx';
import { showToast } from '#src/kit/ui/feedback/toast-store.ts';
import { LoadError } from '#src/kit/ui/layout/load-error.tsx';
import { ConfirmDialog } from '#src/kit/ui/overlay/confirm-dialog.tsx';
import { app } from '#src/realtime/app.ts';

const demandQuery = queryOptions({
  queryKey: ['second-factor-demand'],
  queryFn: ({ signal }) => app.call(getDemand, {}, { signal }),
  staleTime: 0,
  meta: { keep: false },
});

export function Demand({ offline }: { offline: boolean }) {
  const query = useQuery(demandQuery);
  return (
    <section aria-labelledby="sso-demand" className="ll-settings-part">
      <h2 id="sso-demand" className="ll-section">
        Two-step sign-in
      </h2>
      <p className="ll-muted">
        Whoever signs in with a password is also asked for a passkey, or for a code from an app on their phone. Who
        comes in through your provider is asked by the provider, if you want that there.
      </p>
      {query.data ? (
        <State now={query.data} offline={offline} />
      ) : query.isError ? (
        <LoadError query={query} />
      ) : (
        <SkeletonRows label="two-step sign-in" rows={1} size={40} />
      )}
    </section>
  );
}

const people = (count: number, one: string, many: string) =>
  count === 1 ? `1 person ${one}` : `${count} people ${many}`;

function State({ now, offline }: { now: ResponseOf<typeof getDemand>; offline: boolean }) {
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const change = async (input: RequestOf<typeof setDemand>, told: string) => {
    setBusy(true);
    setError(undefined);
    try {
      client.setQueryData(demandQuery.queryKey, await app.call(setDemand, input));
      showToast({ text: told });
    } catch (thrown) {
      setError(errorText(thrown));
    }
    setBusy(false);
  };
  const { demanded, with_factor, signed_in_without: without } = now;
  const wish = (wanted: boolean) =>
    change(
      { demanded: wanted },
      wanted ? 'Everybody is asked for it from now on.' : 'It is everybody’s own choice again.',
    );
  return (
    <>
      {error ? <ErrorNote text={error} /> : null}
      <Switch
        label="Everybody needs it"
        checked={demanded}
        disabled={offline || busy}
        onChange={(event) => void wish(event.target.checked)}
      />
      <p className="ll-meta">{`${people(with_factor, 'has', 'have')} set it up. ${
        without
          ? `${people(without, 'is', 'are')} signed in without it${demanded ? ', and will set it up the next time they sign in' : ''}.`
          : ''
      }`}</p>
      {demanded && without ? (
        <div className="ll-settings-buttons">
          <Button disabled={offline} busy={busy && 'One moment…'} onClick={() => setAsking(true)}>
            Sign them out now
          </Button>
        </div>
      ) : null}
      <ConfirmDialog
        open={asking}
        title={`Sign ${people(without, 'out', 'out')}?`}
        action="Sign out"
        onConfirm={() => {
          setAsking(false);
          void change({ demanded: true, sign_out: true }, 'They are signed out.');
        }}
        onCancel={() => setAsking(false)}
      >
        On every device. What they have not sent yet stays on their device, and is sent when they have signed in again.
      </ConfirmDialog>
    </>
  );
}
