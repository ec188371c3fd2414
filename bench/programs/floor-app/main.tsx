// The least that an application of the same libraries can be: two routes, a form, and a list of messages that comes from a database
// of the browser, and on the first visit from the server. What bench/browser/start.ts holds the app against.
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { openDB } from 'idb';
import { createRoot } from 'react-dom/client';

interface Row {
  readonly id: number;
  readonly text: string;
}

const open = () => openDB('floor', 1, { upgrade: (db) => void db.createObjectStore('rows') });

async function load(): Promise<Row[]> {
  const db = await open();
  const kept = (await db.get('rows', 'all')) as Row[] | undefined;
  if (kept) return kept;
  const rows = (await (await fetch('/rows.json')).json()) as Row[];
  await db.put('rows', rows, 'all');
  return rows;
}

function SignIn() {
  return (
    <form>
      <label>
        Email <input type="email" />
      </label>
      <button type="submit">Continue</button>
    </form>
  );
}

function Conversation() {
  const { data = [] } = useQuery({ queryKey: ['rows'], queryFn: load, networkMode: 'always' });
  return (
    <div role="log">
      {data.map(({ id, text }) => (
        <article key={id}>{text}</article>
      ))}
    </div>
  );
}

const root = createRootRoute();
const routeTree = root.addChildren([
  createRoute({ getParentRoute: () => root, path: '/', component: SignIn }),
  createRoute({ getParentRoute: () => root, path: '/conversation', component: Conversation }),
]);
const router = createRouter({ routeTree });
createRoot(document.querySelector('#root') as Element).render(
  <QueryClientProvider client={new QueryClient()}>
    <RouterProvider router={router as never} />
  </QueryClientProvider>,
);
void navigator.serviceWorker.register('/sw.js');
