// A new space, as a dialog over the list: it has an address, so Back closes it.
import { createFileRoute, Navigate, useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router';
import { useMay } from '#src/realtime/hooks.ts';
import { CreateSpace } from '../components/create-space.tsx';

export const Route = createFileRoute('/spaces/new')({
  staticData: { module: 'chat', dialog: true },
  component: NewSpace,
});

function NewSpace() {
  const router = useRouter();
  const navigate = useNavigate();
  const canGoBack = useCanGoBack();
  if (!useMay('spaces.create')) return <Navigate to="/spaces" replace />;
  return (
    <CreateSpace
      onClose={() =>
        canGoBack ? router.history.back({ ignoreBlocker: true }) : void navigate({ to: '/spaces', replace: true })
      }
      onCreated={(entity_id) =>
        void navigate({
          to: '/connect/$entity_type/$entity_id',
          params: { entity_type: 'space', entity_id },
          replace: true,
        })
      }
    />
  );
}
