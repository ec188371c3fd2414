// What everybody sees before signing in: the light on three colleagues, and a form beside it; on phones below it. Asks for nothing, so
// that the build can write it into the page (src/app/shell/signed-out/first-form.tsx).
import type { ReactNode } from 'react';
import { Logo } from '#src/kit/ui/art/logo.tsx';
import { PeopleInTheLight } from '#src/kit/ui/art/people.tsx';
import './welcome.css';

export interface WelcomeProps {
  /** The page one comes to first: phones give the light more room than on the pages behind it. */
  first: boolean;
  children: ReactNode;
}

export function Welcome({ first, children }: WelcomeProps) {
  return (
    <div className="ll-welcome" data-first={first ? '' : undefined}>
      <div className="ll-stage" aria-hidden="true">
        <div className="ll-stage-light">
          <div className="ll-stage-beam" />
          <PeopleInTheLight className="ll-stage-people" />
          <Logo size={52} />
        </div>
        <p className="ll-stage-text">Good work deserves the limelight</p>
      </div>
      <main id="main" className="ll-welcome-main" tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}
