// One of a list, of which more is shown once it is opened.
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';

interface FoldProps {
  title: string;
  about: ReactNode;
  /** Rendered once it is open. */
  children: () => ReactNode;
}

export function Fold({ title, about, children }: FoldProps) {
  const [open, setOpen] = useState(false);
  return (
    <details className="op-fold" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span>
          <span className="op-fold-title">{title}</span>
          <span className="ll-muted">{about}</span>
        </span>
        <ChevronDown size={20} strokeWidth={1.9} aria-hidden="true" />
      </summary>
      {open ? children() : null}
    </details>
  );
}
