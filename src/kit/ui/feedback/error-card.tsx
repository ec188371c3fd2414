// One part of a page did not load; the rest goes on. For whole pages there is src/app/screens.
import { CircleAlert } from 'lucide-react';
import { Button } from '../controls/button.tsx';
import './states.css';

export interface ErrorCardProps {
  onRetry: () => void;
  /** Default "This didn’t load". */
  title?: string;
  /** The reason in one sentence, if there is one to give. */
  text?: string | undefined;
  retrying?: boolean;
}

export function ErrorCard({ onRetry, title = 'This didn’t load', text, retrying = false }: ErrorCardProps) {
  return (
    <div className="ll-notice" data-tone="danger" role="alert">
      <CircleAlert size={18} strokeWidth={1.9} aria-hidden="true" />
      <p>
        <strong>{title}</strong>
        {text ? ` ${text}` : null}
      </p>
      <Button size="small" onClick={onRetry} busy={retrying && 'Trying…'}>
        Try again
      </Button>
    </div>
  );
}

/** A refusal or failure told in place: "You don't have enough points". */
export function ErrorNote({ text }: { text: string }) {
  return (
    <div className="ll-notice" data-tone="danger" role="alert">
      <CircleAlert size={18} strokeWidth={1.9} aria-hidden="true" />
      <p>{text}</p>
    </div>
  );
}
