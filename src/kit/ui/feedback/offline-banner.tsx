// No connection, said calmly: reading and writing go on.
import { CloudOff } from 'lucide-react';
import { Button } from '../controls/button.tsx';
import './states.css';

export interface OfflineBannerProps {
  /** How many changes wait on this device. */
  queued: number;
  onRetry: () => void;
  retrying?: boolean;
  /** Instead of the sentence about what waits. */
  text?: string;
}

/** The sentence behind the fixed text 'Connectivity issue'. */
export function queuedText(queued: number): string {
  if (queued === 0) return 'You can keep reading and writing.';
  return `You can keep writing. ${queued} ${queued === 1 ? 'change' : 'changes'} will send when you’re online.`;
}

/** Spans its container, above the content. Announced politely when it comes. */
export function OfflineBanner({ queued, onRetry, retrying = false, text = queuedText(queued) }: OfflineBannerProps) {
  return (
    <div className="ll-notice" data-tone="warn" data-wide="" role="status">
      <CloudOff size={20} strokeWidth={1.9} aria-hidden="true" />
      <p>
        <strong>Connectivity issue</strong>. {text}
      </p>
      <Button size="small" className="ll-notice-warn-button" onClick={onRetry} busy={retrying && 'Trying…'}>
        Try now
      </Button>
    </div>
  );
}
