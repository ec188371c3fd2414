// The app may not be used now: the company is suspended, or the person's account is not active.
import { Link } from '@tanstack/react-router';
import { LogOut, PauseCircle } from 'lucide-react';
import { Beam } from '#src/kit/ui/art/beam.tsx';
import { SystemButton, SystemScreen } from './system-screen.tsx';

export interface InactiveScreenProps {
  who: 'company' | 'employee';
  companyName?: string | undefined;
  /** Undefined: nobody is signed in, so it leads back to the sign-in page. */
  onLogOut?: (() => void) | undefined;
}

export function InactiveScreen({ who, companyName = 'Your company', onLogOut }: InactiveScreenProps) {
  const company = who === 'company';
  return (
    <SystemScreen
      title={company ? `${companyName} is paused` : 'Your account is not active'}
      art={<Beam icon={PauseCircle} className="sys-beam" />}
    >
      <p>
        {company
          ? 'Nobody can use Limelight for this company at the moment. Nothing has been deleted.'
          : `${companyName} has paused your account. Nothing has been deleted.`}{' '}
        Your administrator can tell you more.
      </p>
      <div className="sys-actions">
        {onLogOut ? (
          <SystemButton primary onClick={() => location.reload()}>
            Check again
          </SystemButton>
        ) : null}
        {onLogOut ? (
          <SystemButton onClick={onLogOut}>
            <LogOut aria-hidden="true" />
            Log out
          </SystemButton>
        ) : (
          <Link to="/sign-in" className="sys-button">
            Back to sign in
          </Link>
        )}
      </div>
    </SystemScreen>
  );
}
