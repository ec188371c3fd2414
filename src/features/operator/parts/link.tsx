// A link to another page of the operator's.
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

interface OperatorLinkProps {
  /** Below /backadmin. */
  at: string;
  children: ReactNode;
  className?: string;
  /** The look of a button, which `Button` gives it. */
  'data-kind'?: string;
  'data-size'?: string;
}

export function OperatorLink({ at, className = 'll-link', ...look }: OperatorLinkProps) {
  return <Link to="/backadmin/$" params={{ _splat: at }} className={className} {...look} />;
}
