// /settings itself: wide windows show the first section beside the list, narrow ones the list alone.
import { createFileRoute } from '@tanstack/react-router';
import { useMediaRange } from '#src/kit/ui/hooks/media-range.ts';
import { AppearanceSection } from '../appearance-section.tsx';

export const Route = createFileRoute('/settings/')({ component: First });

function First() {
  const { tabletOrMobile } = useMediaRange();
  return tabletOrMobile ? <title>Settings · Limelight</title> : <AppearanceSection />;
}
