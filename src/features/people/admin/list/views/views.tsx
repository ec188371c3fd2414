// One's saved views above the list: pressed, the list shows what the view says; what it shows now can be saved as another one.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { BookmarkPlus, ChevronDown, Pencil, RefreshCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '#src/api/error-text.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { IconButton } from '#src/kit/ui/controls/icon-button.tsx';
import { showToast } from '#src/kit/ui/feedback/toast-store.ts';
import { Menu } from '#src/kit/ui/overlay/menu.tsx';
import { peopleTexts } from '../../../messages.ts';
import type { ListSearch } from '../search.ts';
import { deleteView, isShown, replaceView, saveView, searchOf, type View, viewsQuery } from './data.ts';
import { ViewDialog } from './view-dialog.tsx';

interface ViewsProps {
  search: ListSearch;
  offline: boolean;
  onApply: (search: ListSearch) => void;
}

/** What is asked for: the name of a new view, or another name for one. */
type Asking = { readonly view: View | undefined };

export function Views({ search, offline, onApply }: ViewsProps) {
  const { data: views = [] } = useQuery(viewsQuery);
  const [asking, setAsking] = useState<Asking>();
  const isNew = Object.keys(search).length > 0 && !views.some((view) => isShown(view, search));
  if (!views.length && !isNew && !asking) return null;
  return (
    <div className="ll-views" role="group" aria-label="Your views">
      {views.map((view) => (
        <Chip
          key={view.view_id}
          {...{ view, search, offline, onApply }}
          shown={isShown(view, search)}
          onRename={() => setAsking({ view })}
        />
      ))}
      {isNew ? (
        <Button kind="ghost" icon={BookmarkPlus} disabled={offline} onClick={() => setAsking({ view: undefined })}>
          Save view
        </Button>
      ) : null}
      {asking ? <ViewDialog view={asking.view} search={search} onClose={() => setAsking(undefined)} /> : null}
    </div>
  );
}

interface ChipProps extends ViewsProps {
  view: View;
  shown: boolean;
  onRename: () => void;
}

function Chip({ view, shown, search, offline, onApply, onRename }: ChipProps) {
  const client = useQueryClient();
  const { view_id, view_name } = view;
  const run = (work: () => Promise<void>, done: string, undo?: () => Promise<void>) =>
    void work().then(
      () =>
        showToast({
          text: done,
          ...(undo && { action: { label: 'Undo', run: () => run(undo, `${view_name} is back.`) } }),
        }),
      (thrown: unknown) => showToast({ text: errorText(thrown, peopleTexts) }),
    );
  const replace = () => run(() => replaceView(client, view_id, search), `${view_name} shows this from now on.`);
  const remove = () =>
    run(
      () => deleteView(client, view_id),
      `${view_name} is deleted.`,
      () => saveView(client, view_id, view_name, searchOf(view)),
    );
  const items = [
    { label: 'Rename', icon: Pencil, onSelect: onRename },
    ...(shown ? [] : [{ label: 'Save what is shown now', icon: RefreshCw, onSelect: replace }]),
    { label: 'Delete', icon: Trash2, danger: true, onSelect: remove },
  ];
  return (
    <span className="ll-filter-chip">
      <Button kind={shown ? 'ink' : 'soft'} aria-pressed={shown} onClick={() => onApply(searchOf(view))}>
        {view_name}
      </Button>
      <Menu label={`View ${view_name}`} groups={[{ items }]}>
        {(trigger) => (
          <IconButton icon={ChevronDown} size="small" label={`Change ${view_name}`} disabled={offline} {...trigger} />
        )}
      </Menu>
    </span>
  );
}
