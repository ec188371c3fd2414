// A turning ring, for the few places that have nothing to show yet. Lists and pages use Skeleton.

/** @param size px, default 40. @param label what is awaited, default "Loading". */
export function Spinner({ size = 40, label = 'Loading' }: { size?: number; label?: string }) {
  return (
    <svg className="splash-ring" width={size} height={size} viewBox="0 0 40 40" role="img" aria-label={label}>
      <circle cx="20" cy="20" r="17" fill="none" stroke="var(--sys-track)" strokeWidth="5" />
      <path d="M20 3a17 17 0 0 1 17 17" fill="none" stroke="var(--sys-text)" strokeWidth="5" strokeLinecap="round" />
    </svg>
  );
}
