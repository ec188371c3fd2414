// “Confirm it’s you”: by the password, a passkey or the company’s sign-on, whichever the person has.
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { askForPasskey } from '#contract/auth/passkeys.ts';
import { giveProof, goProve, proofWays } from '#contract/auth/proof.ts';
import type { ResponseOf } from '#contract/kernel/endpoint.ts';
import { errorText } from '#src/api/error-text.ts';
import { NetworkError } from '#src/api/errors.ts';
import { OwnPassword } from '#src/kit/second-factor/own-password.tsx';
import { canUsePasskeys, provePasskey } from '#src/kit/second-factor/passkeys.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { ErrorCard, ErrorNote } from '#src/kit/ui/feedback/error-card.tsx';
import { Spinner } from '#src/kit/ui/feedback/spinner.tsx';
import { required } from '#src/kit/ui/form/checks.ts';
import { useForm } from '#src/kit/ui/form/use-form.ts';
import { Dialog } from '#src/kit/ui/overlay/dialog.tsx';
import { app } from '#src/realtime/app.ts';
import { ownAddress } from '../second-factor/own-address.ts';
import { answerTexts } from '../second-factor/texts.ts';
import '#src/kit/second-factor/second-factor.css';

type Ways = ResponseOf<typeof proofWays>;

interface ProofProps {
  /** True if it is proven. */
  onDone: (proven: boolean) => void;
}

const texts = {
  ...answerTexts(true),
  AUTH_PASSWORD_INVALID: 'This is not your password. Please try again.',
  PASSKEY_NOT_FOUND: 'There is no passkey for this any more.',
};
const NO_CONNECTION = 'Confirming that it is you needs a connection.';

const reasonOf = (thrown: unknown): string =>
  thrown instanceof NetworkError ? NO_CONNECTION : errorText(thrown, texts);

export function ProofDialog({ onDone }: ProofProps) {
  const [ways, setWays] = useState<Ways>();
  const [failed, setFailed] = useState<string>();
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let gone = false;
    app.call(proofWays, {}).then(
      (known) => gone || setWays(known),
      (thrown: unknown) => gone || setFailed(reasonOf(thrown)),
    );
    return () => {
      gone = true;
    };
  }, [tries]);
  const again = () => {
    setFailed(undefined);
    setTries(tries + 1);
  };
  return (
    <Dialog open title="Confirm it’s you" onClose={() => onDone(false)}>
      {ways ? (
        <Prove ways={ways} onDone={onDone} />
      ) : failed ? (
        <ErrorCard text={failed} onRetry={again} />
      ) : (
        <Spinner label="One moment…" />
      )}
    </Dialog>
  );
}

type Way = keyof Ways;

function Prove({ ways, onDone }: ProofProps & { ways: Ways }) {
  const here: Ways = { ...ways, passkey: ways.passkey && canUsePasskeys() };
  const open = ORDER.filter((one) => here[one]);
  const [way, setWay] = useState(open[0]);
  const form = useRef<HTMLDivElement>(null);
  // A password is typed at once; for all else the one thing to do is the button.
  useEffect(() => {
    if (way !== 'password') form.current?.querySelector<HTMLElement>('.ll-dialog-actions > :last-child')?.focus();
  }, [way]);
  if (!way)
    return (
      <div ref={form}>
        <NoWay onDone={onDone} />
      </div>
    );
  const Form = FORMS[way];
  const others = open
    .filter((one) => one !== way)
    .map((one) => (
      <button key={one} type="button" className="ll-link ll-second-other" onClick={() => setWay(one)}>
        {OTHERS[one]}
      </button>
    ));
  return (
    <div ref={form}>
      <Form onDone={onDone}>{others}</Form>
    </div>
  );
}

const WHY = 'You signed in a while ago, and nobody else should be able to see or do this from your screen.';

interface WayProps extends ProofProps {
  /** To the other ways. */
  children: ReactNode;
}

function ByPassword({ onDone, children }: WayProps) {
  const form = useForm(
    { password: '' },
    { password: required },
    async ({ password }) => {
      await app.call(giveProof, { password });
      onDone(true);
    },
    texts,
  );
  return (
    <form className="ll-second-form" onSubmit={form.submit} noValidate>
      {form.error ? <ErrorNote text={form.error} /> : null}
      <p className="ll-muted">{WHY}</p>
      <OwnPassword who={ownAddress()} {...form.field('password')} />
      {children}
      <Actions onDone={onDone} busy={form.busy} />
    </form>
  );
}

function ByPasskey({ onDone, children }: WayProps) {
  const [not, setNot] = useState('');
  const form = useForm(
    {},
    {},
    async () => {
      setNot('');
      const passkey = await provePasskey(await app.call(askForPasskey, {}));
      if (typeof passkey === 'string') return setNot('No passkey was used.');
      await app.call(giveProof, { passkey });
      onDone(true);
    },
    texts,
  );
  return (
    <form className="ll-second-form" onSubmit={form.submit} noValidate>
      {form.error ? <ErrorNote text={form.error} /> : null}
      <p className="ll-muted">{WHY} Your browser asks for a passkey.</p>
      {children}
      {not ? (
        <p className="ll-meta" role="status">
          {not}
        </p>
      ) : null}
      <Actions onDone={onDone} busy={form.busy} />
    </form>
  );
}

/** Leaves the app. Whoever comes back does what they wanted to do once more. */
function BySso({ onDone, children }: WayProps) {
  const form = useForm(
    {},
    {},
    async () => {
      const { origin, pathname, search } = location;
      const { redirect_url } = await app.call(goProve, { origin, back: pathname + search });
      location.assign(redirect_url);
    },
    texts,
  );
  return (
    <form className="ll-second-form" onSubmit={form.submit} noValidate>
      {form.error ? <ErrorNote text={form.error} /> : null}
      <p className="ll-muted">
        {WHY} Your company’s sign-on asks who you are and brings you back to this page. What you have not saved here is
        lost: do it again then.
      </p>
      {children}
      <Actions onDone={onDone} busy={form.busy} action="Continue" />
    </form>
  );
}

const ORDER: readonly Way[] = ['password', 'passkey', 'sso'];
const FORMS = { password: ByPassword, passkey: ByPasskey, sso: BySso } as const;
const OTHERS = {
  password: 'Use your password instead',
  passkey: 'Use a passkey instead',
  sso: 'Use company sign-on instead',
} as const;

function Actions({ onDone, busy, action = 'Confirm' }: ProofProps & { busy: boolean; action?: string }) {
  return (
    <div className="ll-dialog-actions">
      <Button kind="ghost" onClick={() => onDone(false)}>
        Cancel
      </Button>
      <Button kind="primary" type="submit" busy={busy && 'One moment…'}>
        {action}
      </Button>
    </div>
  );
}

/** Whose company has switched its sign-on off, or whose passkeys do not work here. */
function NoWay({ onDone }: ProofProps) {
  return (
    <>
      <p className="ll-muted">Log in again to confirm: log out, sign in, and come back here right away.</p>
      <div className="ll-dialog-actions">
        <Button onClick={() => onDone(false)}>Close</Button>
      </div>
    </>
  );
}
