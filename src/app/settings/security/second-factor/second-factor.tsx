// Two-step sign-in: whether it is on, and the ways to set it up, to get new recovery codes and to turn it off.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useRef, useState } from 'react';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { Chip } from '#src/kit/ui/feedback/chip.tsx';
import { ErrorCard } from '#src/kit/ui/feedback/error-card.tsx';
import { SkeletonRows } from '#src/kit/ui/feedback/skeleton.tsx';
import { date } from '#src/kit/ui/format/dates.ts';
import { useFocusKept } from '#src/kit/ui/hooks/use-focus-kept.ts';
import { lazyPart } from '#src/kit/ui/lazy-part.tsx';
import { useConnection } from '#src/realtime/hooks.ts';
import { Fact } from '../../section.tsx';
import { type SecondFactorState, secondFactorQuery } from './data.ts';

const SetUpDialog = lazyPart(() => import('./set-up-dialog.tsx'), 'SetUpDialog');
const ChangeDialog = lazyPart(() => import('./change-dialog.tsx'), 'ChangeDialog');

type Asked = 'set-up' | 'renew' | 'off';

export function SecondFactor() {
  const client = useQueryClient();
  const query = useQuery(secondFactorQuery);
  const offline = useConnection().state === 'offline';
  const [asked, setAsked] = useState<Asked>();
  const title = useRef<HTMLHeadingElement>(null);
  // The button that was pressed goes when it is done.
  const focus = useFocusKept({ next: () => title.current });
  const close = () => {
    setAsked(undefined);
    void client.invalidateQueries(secondFactorQuery);
  };
  const { data } = query;
  return (
    <section aria-labelledby="second-factor" className="ll-settings-part" {...focus}>
      <h2 id="second-factor" ref={title} className="ll-section" tabIndex={-1}>
        Two-step sign-in
      </h2>
      <p className="ll-muted">
        With it your password alone does not open your account: signing in also asks for a code from an app on your
        phone.
      </p>
      {data ? (
        <State state={data} disabled={offline} onAsk={setAsked} />
      ) : query.isError && !offline ? (
        <ErrorCard onRetry={() => void query.refetch()} retrying={query.isFetching} />
      ) : offline ? null : (
        <SkeletonRows label="two-step sign-in" rows={1} size={40} />
      )}
      {offline ? (
        <p className="ll-meta" role="status">
          {data ? 'Changing this needs a connection.' : 'Seeing this needs a connection.'}
        </p>
      ) : null}
      <Suspense fallback={null}>
        {asked === 'set-up' && data ? <SetUpDialog asks={data.asks} onClose={close} /> : null}
        {asked && asked !== 'set-up' && data ? <ChangeDialog what={asked} asks={data.asks} onClose={close} /> : null}
      </Suspense>
    </section>
  );
}

interface StateProps {
  state: SecondFactorState;
  disabled: boolean;
  onAsk: (asked: Asked) => void;
}

function State({ state: { totp_since, recovery_left, demanded }, disabled, onAsk }: StateProps) {
  if (totp_since === null)
    return (
      <>
        <div className="ll-settings-buttons">
          <Button kind="ink" disabled={disabled} onClick={() => onAsk('set-up')} onPointerEnter={SetUpDialog.preload}>
            Set up an authenticator app
          </Button>
        </div>
        {demanded ? (
          <p className="ll-meta">Your company asks for it. If not now, you set it up when you sign in the next time.</p>
        ) : null}
      </>
    );
  const low = recovery_left < 4;
  return (
    <>
      <dl className="ll-settings-facts">
        <Fact term="Authenticator app" hint={`Since ${date(totp_since)}`}>
          <Chip tone="ok">On</Chip>
        </Fact>
        <Fact
          term="Recovery codes"
          hint={low ? 'Make new ones before you run out.' : 'For when your phone is not at hand.'}
        >
          <span className="ll-digits">{`${recovery_left} of 10 left`}</span>
        </Fact>
      </dl>
      <div className="ll-settings-buttons">
        <Button disabled={disabled} onClick={() => onAsk('renew')} onPointerEnter={ChangeDialog.preload}>
          Make new recovery codes
        </Button>
        {demanded ? null : (
          <Button disabled={disabled} onClick={() => onAsk('off')} onPointerEnter={ChangeDialog.preload}>
            Turn off
          </Button>
        )}
      </div>
      {demanded ? <p className="ll-meta">Your company asks for it, so it cannot be turned off.</p> : null}
    </>
  );
}
