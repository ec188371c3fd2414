// Where the system leads with a link of ours (manifest.webmanifest, `protocol_handlers`).
import { createFileRoute, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { placeOfLink } from '../settings/install/protocol.ts';

export const Route = createFileRoute('/open')({ component: Open });

function Open() {
  const router = useRouter();
  const { link }: { link?: unknown } = Route.useSearch();
  useEffect(() => void router.navigate({ href: placeOfLink(link), replace: true }), [router, link]);
  return null;
}
