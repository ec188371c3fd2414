// In place of an attachment that is not here: on its way, or not to be had.
import type { ReactNode } from 'react';
import { SkeletonRows } from '#src/kit/ui/feedback/skeleton.tsx';
import { missing } from '../save.ts';

export function Waiting({ state }: { state: 'ready' | 'loading' | 'away' | 'gone' }): ReactNode {
  if (state === 'away' || state === 'gone') return <p className="ll-viewer-missing">{missing[state]}</p>;
  return (
    <div className="ll-viewer-missing">
      <SkeletonRows label="file" rows={3} />
    </div>
  );
}
