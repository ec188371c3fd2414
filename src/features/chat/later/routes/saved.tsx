// What somebody has saved for later.
import { createFileRoute } from '@tanstack/react-router';
import { SavedList } from '../saved/saved-list.tsx';

export const Route = createFileRoute('/connect/saved')({ staticData: { module: 'chat' }, component: SavedList });
