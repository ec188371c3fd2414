// /admin itself: wide windows go on to the first section that the person may see, narrow ones show the list alone.
import { createFileRoute, Navigate } from '@tanstack/react-router';
import { Lock } from 'lucide-react';
import { EmptyState } from '#src/kit/ui/feedback/empty-state.tsx';
import { useMediaRange } from '#src/kit/ui/hooks/media-range.ts';
import { useAdminGroups } from '../admin-list.tsx';

export const Route = createFileRoute('/admin/')({ component: First });

function First() {
  const { tabletOrMobile } = useMediaRange();
  const first = useAdminGroups().flatMap(({ items }) => items)[0];
  if (!first) return <EmptyState icon={Lock} title="You don’t manage anything here yet." />;
  return tabletOrMobile ? <title>Admin · Limelight</title> : <Navigate to={first.to} replace />;
}
