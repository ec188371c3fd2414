// The forced-logout notice of a new version (specification, section 4; text verbatim). It can be put off, per version.
import { Bell } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { endSplash } from '#src/boot/splash.ts';
import { SystemButton } from './system-screen.tsx';

export interface VersionNoticeProps {
  onSignIn: () => void;
  onDismiss: () => void;
}

export function VersionNotice({ onSignIn, onDismiss }: VersionNoticeProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    void endSplash();
    dialog.current?.showModal();
    heading.current?.focus();
  }, []);
  return (
    <main className="sys">
      <dialog
        ref={dialog}
        className="sys-dialog"
        aria-labelledby="version-title"
        aria-describedby="version-text"
        onCancel={onDismiss}
      >
        <span className="sys-tile">
          <Bell size={24} strokeWidth={1.9} aria-hidden="true" />
        </span>
        <h1 id="version-title" ref={heading} tabIndex={-1}>
          Sign in again to finish the update
        </h1>
        <p id="version-text">Notification systems updated! Redirecting to login for changes to take affect..</p>
        <div className="sys-actions">
          <SystemButton onClick={onDismiss}>Not now</SystemButton>
          <SystemButton primary onClick={onSignIn}>
            Sign in again
          </SystemButton>
        </div>
      </dialog>
    </main>
  );
}
