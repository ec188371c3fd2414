// A part of a person's page.
import type { ReactNode } from 'react';

interface CardProps {
  /** Names the part, as a word of its id, too. */
  id: string;
  title: string;
  /** Right of the heading. */
  note?: string;
  children: ReactNode;
}

export function Card({ id, title, note, children }: CardProps) {
  return (
    <section className="ll-employee-card" data-card={id} aria-labelledby={`employee-${id}`}>
      <div className="ll-employee-card-head">
        <h2 id={`employee-${id}`} className="ll-section">
          {title}
        </h2>
        {note ? <p className="ll-meta">{note}</p> : null}
      </div>
      {children}
    </section>
  );
}
