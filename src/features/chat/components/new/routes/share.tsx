// What another app has shared: for whom it is, is asked here. The worker leads here (sw/share.ts).
import { createFileRoute } from '@tanstack/react-router';
import { SharePage } from '../share-page.tsx';

export const Route = createFileRoute('/share')({ staticData: { module: 'chat', task: true }, component: Share });

function Share() {
  const { id }: { id?: unknown } = Route.useSearch();
  const known = typeof id === 'string' ? id : undefined;
  return <SharePage key={known} id={known} />;
}
