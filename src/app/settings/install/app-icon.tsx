// The icon that the installed app has: the company's, or Limelight's.
import { useState } from 'react';
import { useAppName } from '#src/kit/company/app-name.ts';
import { Logo } from '#src/kit/ui/art/logo.tsx';

/** @param size edge in px. Decorative: the name stands beside it. */
export function AppIcon({ size }: { size: number }) {
  const { icon } = useAppName();
  const [missing, setMissing] = useState<string>();
  if (!icon || missing === icon) return <Logo size={size} />;
  return (
    <img className="ll-install-icon" src={icon} width={size} height={size} alt="" onError={() => setMissing(icon)} />
  );
}
