// Nothing here yet: the light, one sentence, at most one action.
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Beam } from '../art/beam.tsx';
import './states.css';

export interface EmptyStateProps {
  icon: LucideIcon;
  title: string;
  text?: ReactNode;
  /** One `Button`. */
  action?: ReactNode;
  /** Level of the title in the page's outline. Default 2. */
  level?: 1 | 2 | 3;
}

export function EmptyState({ icon, title, text, action, level = 2 }: EmptyStateProps) {
  const Title = `h${level}` as const;
  return (
    <div className="ll-empty">
      <Beam icon={icon} />
      <Title className="ll-section">{title}</Title>
      {text ? <p className="ll-muted">{text}</p> : null}
      {action}
    </div>
  );
}
