// The forced-logout notice of a new version (specification, section 4; text verbatim). It can be put off, per version. It
// stands over what one was doing, which is still there when it is put off.
import { useMatches } from '@tanstack/react-router';
import { Bell } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { Button } from '#src/kit/ui/controls/button.tsx';
import '#src/kit/ui/overlay/dialog.css';
import './version-notice.css';

export interface VersionNoticeProps {
  onSignIn: () => void;
  onDismiss: () => void;
}

/** Not over the pages that need no session (src/app/root.tsx). */
export function NoticeOverPage(props: VersionNoticeProps) {
  return useMatches({ select: (matches) => matches.at(-1)?.staticData.bare }) ? null : <VersionNotice {...props} />;
}

export function VersionNotice({ onSignIn, onDismiss }: VersionNoticeProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    heading.current?.focus();
    // Only a closed one gives focus back.
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className="ll-dialog ll-version-notice"
      aria-labelledby="version-title"
      aria-describedby="version-text"
      onCancel={onDismiss}
    >
      <span className="ll-version-notice-tile">
        <Bell size={24} strokeWidth={1.9} aria-hidden="true" />
      </span>
      <h2 id="version-title" className="ll-heading" ref={heading} tabIndex={-1}>
        Sign in again to finish the update
      </h2>
      <p id="version-text">Notification systems updated! Redirecting to login for changes to take affect..</p>
      <div className="ll-dialog-actions">
        <Button kind="ghost" onClick={onDismiss}>
          Not now
        </Button>
        <Button kind="primary" onClick={onSignIn}>
          Sign in again
        </Button>
      </div>
    </dialog>
  );
}
