// A sub-space of a space. Its default one has the short address, too: both lead to the same conversation.
import { createFileRoute, notFound } from '@tanstack/react-router';
import { messagePlaceIn } from '../address.ts';
import { ConversationView } from '../components/conversation-view.tsx';

export const Route = createFileRoute('/connect/$entity_type/$entity_id/sub-space/$sub_space_id')({
  staticData: { module: 'chat', task: true },
  validateSearch: messagePlaceIn,
  beforeLoad: ({ params }) => {
    if (params.entity_type !== 'space') throw notFound();
  },
  component: SubSpace,
});

function SubSpace() {
  const { entity_id, sub_space_id } = Route.useParams();
  return (
    <ConversationView
      key={`${entity_id}/${sub_space_id}`}
      entity_type="space"
      entity_id={entity_id}
      sub_space_id={sub_space_id}
    />
  );
}
