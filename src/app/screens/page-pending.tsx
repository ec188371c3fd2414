// A page whose code or data takes longer than a moment.
import { SkeletonRows } from '#src/kit/ui/feedback/skeleton.tsx';

export function PagePending() {
  return (
    <div className="ll-pending">
      <SkeletonRows label="the page" rows={6} />
    </div>
  );
}
