// How much of a file has left, as a ring, and the way to call it off.
import { X } from 'lucide-react';
import { type ReactNode, useSyncExternalStore } from 'react';
import { onShares, shareOf } from '#src/offline/files/uploads.ts';

export interface ShareRingProps {
  /** Of the file that waits. */
  file_id: string;
  name: string;
  onCancel: () => void;
}

const ROUND = 2 * Math.PI * 17;

/** Nothing while nothing of it is on its way. */
export function ShareRing({ file_id, name, onCancel }: ShareRingProps): ReactNode {
  const share = useSyncExternalStore(onShares, () => shareOf(file_id));
  if (share === undefined) return null;
  return (
    <span className="ll-share">
      <svg
        viewBox="0 0 40 40"
        role="progressbar"
        aria-label={`Uploading ${name}`}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share * 100)}
      >
        <circle cx="20" cy="20" r="17" />
        <circle cx="20" cy="20" r="17" strokeDasharray={ROUND} strokeDashoffset={ROUND * (1 - share)} />
      </svg>
      <button type="button" aria-label={`Cancel upload of ${name}`} data-tip="Cancel upload" onClick={onCancel}>
        <X size={18} strokeWidth={2.2} aria-hidden="true" />
      </button>
    </span>
  );
}
