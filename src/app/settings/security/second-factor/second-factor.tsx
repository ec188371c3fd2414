// Two-step sign-in: what one has, and the ways to add to it, to get new recovery codes and to turn it off.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useRef, useState } from 'react';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { Chip } from '#src/kit/ui/feedback/chip.tsx';
import { ErrorCard } from '#src/kit/ui/feedback/error-card.tsx';
import { SkeletonRows } from '#src/kit/ui/feedback/skeleton.tsx';
import { date } from '#src/kit/ui/format/dates.ts';
import { useFocusKept } from '#src/kit/ui/hooks/use-focus-kept.ts';
import { lazyPart } from '#src/kit/ui/lazy-part.tsx';
import { useOffline } from '#src/realtime/hooks.ts';
import { Fact } from '../../section.tsx';
import type { Change } from './change-dialog.tsx';
import { type OwnPasskey, type SecondFactorState, secondFactorQuery } from './data.ts';
import { PasskeyList } from './passkey-list.tsx';
import { hindrance } from './passkey-place.ts';

const SetUpDialog = lazyPart(() => import('./set-up-dialog.tsx'), 'SetUpDialog');
const AddPasskeyDialog = lazyPart(() => import('./add-passkey-dialog.tsx'), 'AddPasskeyDialog');
const RenamePasskeyDialog = lazyPart(() => import('./rename-passkey-dialog.tsx'), 'RenamePasskeyDialog');
const ChangeDialog = lazyPart(() => import('./change-dialog.tsx'), 'ChangeDialog');

type Asked = 'set-up' | 'add' | { readonly change: Change } | { readonly rename: OwnPasskey };

export function SecondFactor() {
  const client = useQueryClient();
  const query = useQuery(secondFactorQuery);
  const offline = useOffline();
  const [asked, setAsked] = useState<Asked>();
  const title = useRef<HTMLHeadingElement>(null);
  // The button that was pressed goes when it is done.
  const focus = useFocusKept({ next: () => title.current });
  const close = () => {
    setAsked(undefined);
    void client.invalidateQueries(secondFactorQuery);
  };
  // What was just set up proves who it is.
  const renew = async () => {
    await client.invalidateQueries(secondFactorQuery);
    setAsked({ change: 'renew' });
  };
  const { data } = query;
  return (
    <section aria-labelledby="second-factor" className="ll-settings-part" {...focus}>
      <h2 id="second-factor" ref={title} className="ll-section" tabIndex={-1}>
        Two-step sign-in
      </h2>
      <p className="ll-muted">
        With it your password alone does not open your account: signing in also asks for a passkey, or for a code from
        an app on your phone.
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
      <Suspense>
        {asked && data ? <Asking asked={asked} state={data} onRenew={() => void renew()} onClose={close} /> : null}
      </Suspense>
    </section>
  );
}

interface AskingProps {
  asked: Asked;
  state: SecondFactorState;
  onRenew: () => void;
  onClose: () => void;
}

function Asking({ asked, state, ...then }: AskingProps) {
  const { onClose } = then;
  if (asked === 'set-up') return <SetUpDialog state={state} {...then} />;
  if (asked === 'add') return <AddPasskeyDialog state={state} {...then} />;
  if ('rename' in asked) return <RenamePasskeyDialog passkey={asked.rename} onClose={onClose} />;
  return <ChangeDialog what={asked.change} state={state} onClose={onClose} />;
}

interface StateProps {
  state: SecondFactorState;
  disabled: boolean;
  onAsk: (asked: Asked) => void;
}

function State({ state, disabled, onAsk }: StateProps) {
  const { totp_since, passkeys, demanded } = state;
  const none = totp_since === null && !passkeys.length;
  const noPasskeys = hindrance(state);
  return (
    <>
      {passkeys.length ? (
        <PasskeyList
          passkeys={passkeys}
          disabled={disabled}
          removable={!demanded || totp_since !== null || passkeys.length > 1}
          onRename={(rename) => onAsk({ rename })}
          onRemove={(change) => onAsk({ change })}
        />
      ) : null}
      {none ? null : <Facts state={state} />}
      <div className="ll-settings-buttons">
        {noPasskeys || passkeys.length >= 10 ? null : (
          <Button
            kind={none ? 'ink' : 'outline'}
            disabled={disabled}
            onClick={() => onAsk('add')}
            onPointerEnter={AddPasskeyDialog.preload}
          >
            {passkeys.length ? 'Add another passkey' : 'Add a passkey'}
          </Button>
        )}
        {totp_since === null ? (
          <Button
            kind={none && noPasskeys ? 'ink' : 'outline'}
            disabled={disabled}
            onClick={() => onAsk('set-up')}
            onPointerEnter={SetUpDialog.preload}
          >
            Set up an authenticator app
          </Button>
        ) : null}
        {none ? null : <Changes state={state} disabled={disabled} onAsk={onAsk} />}
      </div>
      {noPasskeys ? <p className="ll-meta">{noPasskeys}</p> : null}
      {demanded ? (
        <p className="ll-meta">
          {none
            ? 'Your company asks for it. If not now, you set it up when you sign in the next time.'
            : 'Your company asks for it, so it cannot be turned off.'}
        </p>
      ) : null}
    </>
  );
}

function Changes({ state, disabled, onAsk }: StateProps) {
  const { totp_since, passkeys, demanded } = state;
  const change = (what: Change) => ({
    disabled,
    onClick: () => onAsk({ change: what }),
    onPointerEnter: ChangeDialog.preload,
  });
  // It asks for a code of the app or a passkey.
  const renewable = totp_since !== null || hindrance(state) === undefined;
  return (
    <>
      {renewable ? <Button {...change('renew')}>Make new recovery codes</Button> : null}
      {totp_since !== null && passkeys.length ? <Button {...change('app')}>Remove the app</Button> : null}
      {demanded ? null : <Button {...change('off')}>Turn off</Button>}
    </>
  );
}

function Facts({ state: { totp_since, recovery_left } }: { state: SecondFactorState }) {
  const low = recovery_left < 4;
  return (
    <dl className="ll-settings-facts">
      {totp_since === null ? null : (
        <Fact term="Authenticator app" hint={`Since ${date(totp_since)}`}>
          <Chip tone="ok">On</Chip>
        </Fact>
      )}
      <Fact
        term="Recovery codes"
        hint={low ? 'Make new ones before you run out.' : 'For when your phone is not at hand.'}
      >
        <span className="ll-digits">{`${recovery_left} of 10 left`}</span>
      </Fact>
    </dl>
  );
}
