// The search over the page: one box, what it finds as one types, and where each hit leads. Also on the phone, as a page.
import { type HistoryState, useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { CloudOff, Search as SearchIcon, SearchX, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { withoutOperator } from '#contract/search-query.ts';
import { QUOTES } from '#contract/search-words.ts';
import { EmptyState } from '#src/kit/ui/feedback/empty-state.tsx';
import { SkeletonRows } from '#src/kit/ui/feedback/skeleton.tsx';
import { useActiveOption } from '#src/kit/ui/hooks/use-active-option.ts';
import { writeNext } from '#src/kit/ui/hooks/wants-to-write.ts';
import { Dialog } from '#src/kit/ui/overlay/dialog.tsx';
import type { Page } from './pages.ts';
import { Results } from './results.tsx';
import { type Search, type Types, useSearch } from './use-search.ts';
import './palette.css';

/** What the box and the server take. */
const LONGEST = 200;

/** `pages`: those that this person may open. */
export function SearchPalette({ pages }: { pages: readonly Page[] }) {
  const close = useClose();
  return (
    <Dialog open onClose={close} title="Search" titleHidden className="ll-search" size="wide" place="center">
      <Content pages={pages} onClose={close} />
    </Dialog>
  );
}

/** Back to where it was opened; to the page behind it, where Back would lead out of the app. */
function useClose(): () => void {
  const router = useRouter();
  const { searchAt } = useLocation({ select: ({ state }) => state });
  if (searchAt === undefined) return () => router.history.back();
  const state = { searching: false, searchAt: undefined };
  return () => void router.navigate({ to: '.', search: true, hash: true, replace: true, state });
}

/** What is searched for at first. As it stands in the address: the router would take "rye bread" and 4711 for JSON. */
const firstOf = ({ searchFor = '', searchAt }: HistoryState): string =>
  (searchAt === undefined ? searchFor : (new URLSearchParams(searchAt).get('q') ?? '')).slice(0, LONGEST);

function Content({ pages, onClose }: { pages: readonly Page[]; onClose: () => void }) {
  const navigate = useNavigate();
  const first = useLocation({ select: ({ state }) => firstOf(state) });
  const [typed, setTyped] = useState(first);
  const [types, setTypes] = useState<Types>('all');
  const search = useSearch(typed, types, pages);
  const rows = search.groups.flatMap((group) => group.rows);
  const open = (index: number) => {
    const row = rows[index];
    // In the place of the search: Back leads to where it was opened.
    if (!row) return search.more.load();
    if (!('icon' in row.picture)) writeNext();
    void navigate({ ...row.link, replace: true });
  };
  // "Show more" is an option, too: the keyboard gets there like everywhere.
  const keys = [...rows.map(({ key }) => key), ...(search.more.has ? [undefined] : [])];
  const list = useActiveOption(keys, `${types} ${typed}`, open, search.isBehind);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <div className="ll-search-content">
      <div className="ll-search-head">
        <SearchIcon size={22} strokeWidth={1.9} aria-hidden="true" />
        <input
          {...list.input}
          ref={field}
          // Not `search`: there the first Esc only empties the field.
          type="text"
          inputMode="search"
          enterKeyHint="go"
          autoComplete="off"
          spellCheck={false}
          maxLength={LONGEST}
          aria-label="Search people, spaces and messages"
          placeholder="Search or jump to…"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <button type="button" className="ll-search-close" onClick={onClose}>
          <span className="ll-hidden-text">Close search</span>
          <kbd aria-hidden="true">Esc</kbd>
          <X size={22} strokeWidth={1.9} aria-hidden="true" />
        </button>
      </div>
      <Kinds types={types} onChange={setTypes} />
      <Filters search={search} onRemove={(operator) => setTyped(withoutOperator(typed, operator))} />
      <Standing search={search} />
      <Results search={search} list={list} onAll={setTypes} />
      <Nothing search={search} typed={typed} />
      <Foot />
    </div>
  );
}

const kinds: readonly { value: Types; label: string }[] = [
  { value: 'all', label: 'Everything' },
  { value: 'people', label: 'People' },
  { value: 'spaces', label: 'Spaces' },
  { value: 'messages', label: 'Messages' },
  { value: 'files', label: 'Files' },
];

function Kinds({ types, onChange }: { types: Types; onChange: (types: Types) => void }) {
  return (
    <div className="ll-search-kinds" role="radiogroup" aria-label="What to search">
      {kinds.map(({ value, label }) => (
        <label key={value} className="ll-search-kind">
          <input
            type="radio"
            className="ll-hidden-text"
            name="search-kind"
            checked={value === types}
            onChange={() => onChange(value)}
          />
          {label}
        </label>
      ))}
    </div>
  );
}

type Operator = Search['filters'][number]['operator'];

function Filters({ search, onRemove }: { search: Search; onRemove: (operator: Operator) => void }) {
  if (!search.filters.length) return null;
  return (
    <ul className="ll-search-filters" aria-label="Filters">
      {search.filters.map(({ operator, label, problem }) => (
        <li key={operator.name}>
          <button
            type="button"
            data-unknown={problem ? '' : undefined}
            aria-label={`Remove filter: ${label}`}
            onClick={() => onRemove(operator)}
          >
            {label}
            <X size={16} strokeWidth={1.9} aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Where what is shown comes from, and how much it is: said, too. */
function Standing({ search }: { search: Search }) {
  const { asked, onDevice, offline, failed, pending, groups, problem } = search;
  const count = groups.reduce((sum, group) => sum + group.rows.length, 0);
  const local = asked && onDevice && !pending;
  return (
    <div className="ll-search-standing">
      {local ? (
        <p className="ll-search-device">
          <CloudOff size={16} strokeWidth={1.9} aria-hidden="true" />
          {offline
            ? 'On this device. Connect to search everything.'
            : failed
              ? 'On this device. The server could not be asked.'
              : 'On this device'}
        </p>
      ) : null}
      <p className="ll-hidden-text" role="status">
        {problem
          ? problem.title
          : asked && !pending
            ? `${count} ${count === 1 ? 'result' : 'results'}${local ? ' on this device' : ''}`
            : ''}
      </p>
    </div>
  );
}

function Nothing({ search, typed }: { search: Search; typed: string }) {
  if (search.groups.length) return null;
  if (!search.asked)
    return <EmptyState icon={SearchIcon} level={3} title="Find anyone, any space, anything said" text={<Hints />} />;
  const { problem } = search;
  if (problem) return <EmptyState icon={SearchX} level={3} title={problem.title} text={problem.text} />;
  if (search.pending) return <SkeletonRows label="results" rows={4} size={36} />;
  return (
    <EmptyState
      icon={SearchX}
      level={3}
      title={typed.trim() ? `Nothing found for “${typed.trim().replace(PHRASE, '$1')}”` : 'No files yet'}
      text={search.offline ? 'There may be more once you are connected.' : 'Try fewer letters, or another word.'}
    />
  );
}

/** What is typed is one: it has quotes of its own. */
const PHRASE = new RegExp(`^[${QUOTES}]([^${QUOTES}]*)[${QUOTES}]$`);

const Hints = () =>
  'Put “words in quotes” to find them side by side. Narrow it down with from:name, in:space, has:file, before:2026-03-01 or after:monday.';

function Foot() {
  return (
    <footer className="ll-search-foot" aria-hidden="true">
      <span>
        <kbd>↑</kbd> <kbd>↓</kbd> Move
      </span>
      <span>
        <kbd>↵</kbd> Open
      </span>
      <span>
        <kbd>Tab</kbd> Filter
      </span>
      <span className="ll-search-hint">from:name in:space has:file before: after:</span>
    </footer>
  );
}
