// The frame of the screens that stand without the shell: errors, updates, notices. Their style is inlined in index.html
// (src/boot/boot.inline.css), so nothing else has to have been loaded for them.
import { type ReactNode, useEffect, useRef } from 'react';
import { endSplash } from '#src/boot/splash.ts';

export interface SystemScreenProps {
  /** Above the heading. */
  art: ReactNode;
  title: string;
  children: ReactNode;
  /** `alert` for what has failed; announced at once. */
  role?: 'alert';
}

export function SystemScreen({ art, title, children, role }: SystemScreenProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    void endSplash();
    heading.current?.focus();
  }, []);
  return (
    <main className="sys">
      <title>{`${title} · Limelight`}</title>
      <div className="sys-body" role={role}>
        {art}
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {children}
      </div>
    </main>
  );
}

export interface SystemButtonProps {
  primary?: boolean;
  onClick: () => void;
  children: ReactNode;
}

export function SystemButton({ primary, onClick, children }: SystemButtonProps) {
  return (
    <button type="button" className={primary ? 'sys-button sys-primary' : 'sys-button'} onClick={onClick}>
      {children}
    </button>
  );
}
