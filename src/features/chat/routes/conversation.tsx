// A conversation: with a colleague, or in the default sub-space of a space.
import { createFileRoute, notFound } from '@tanstack/react-router';
import { app } from '#src/realtime/app.ts';
import { addressKey, isEntityType, messagePlaceIn } from '../address.ts';
import { ConversationView } from '../components/conversation-view.tsx';
import { messagesKey } from '../live/keys.ts';

export const Route = createFileRoute('/connect/$entity_type/$entity_id')({
  staticData: { module: 'chat', task: true },
  validateSearch: messagePlaceIn,
  params: {
    parse: ({ entity_type, entity_id }) => {
      if (!isEntityType(entity_type)) throw notFound();
      return { entity_type, entity_id };
    },
  },
  loader: ({ params }) =>
    app.prefetch((queries) => queries.prefetchQuery({ queryKey: messagesKey(addressKey(params)) })),
  component: Conversation,
});

function Conversation() {
  const { entity_type, entity_id } = Route.useParams();
  return (
    <ConversationView
      key={`${entity_type}/${entity_id}`}
      entity_type={entity_type}
      entity_id={entity_id}
      sub_space_id={undefined}
    />
  );
}
