// What colleagues are found by: words, sites, departments, and whether they are available at this moment.
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { sitesKey } from '#src/kit/people/forget.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { showToast } from '#src/kit/ui/feedback/toast-store.ts';
import { FindField } from '#src/kit/ui/form/find-field.tsx';
import { useOffline } from '#src/realtime/hooks.ts';
import { departmentsQuery } from '../../admin/departments/data.ts';
import { choicesOf, treeOf } from '../../admin/departments/tree.ts';
import { useFollowCompany } from '../../admin/follow.ts';
import { FilterChip } from '../../components/filter-chip.tsx';
import { sitesQuery } from './data.ts';
import { type DirectorySearch, MOST, type SearchChange } from './search.ts';
import { ViewMenu } from './view-choice.tsx';

interface FiltersProps {
  search: DirectorySearch;
  /** `typing`: no place to come back to. */
  onChange: (change: SearchChange, typing?: boolean) => void;
}

export function Filters({ search, onChange }: FiltersProps) {
  useFollowCompany(sitesKey);
  useFollowCompany(departmentsQuery.queryKey);
  const offline = useOffline();
  const { data: sites = [] } = useQuery(sitesQuery);
  const { data: departments } = useQuery(departmentsQuery);
  const places = useMemo(() => sites.map((site) => ({ id: site, label: site })), [sites]);
  const branches = useMemo(
    () => choicesOf(treeOf(departments ?? [])).map(({ value, label }) => ({ id: value, label })),
    [departments],
  );
  const put = (name: 'sites' | 'departments') => (chosen: readonly string[]) => {
    if (chosen.length > MOST) return void showToast({ text: `No more than ${MOST} ${name} at once` });
    onChange(({ [name]: _, ...rest }) => (chosen.length ? { ...rest, [name]: chosen } : rest));
  };
  const find = useCallback(
    (asked: string) => onChange(({ q: _, ...rest }) => (asked ? { ...rest, q: asked } : rest), true),
    [onChange],
  );
  const turn = () => onChange(({ available, ...rest }) => (available ? rest : { ...rest, available: true }));
  return (
    <div className="ll-directory-tools">
      <FindField label="Find people" placeholder="Name, title or skill" q={search.q} onFind={find} />
      <div className="ll-directory-pills">
        <span className="ll-directory-view">
          <ViewMenu view={search.view ?? 'cards'} search={search} />
        </span>
        <FilterChip name="Site" none="All sites" choices={places} chosen={search.sites} onChange={put('sites')} />
        <FilterChip
          name="Department"
          none="All departments"
          choices={branches}
          chosen={search.departments}
          onChange={put('departments')}
        />
        <Button
          kind={search.available ? 'ink' : 'outline'}
          aria-pressed={search.available === true}
          disabled={offline}
          onClick={turn}
        >
          Available now
        </Button>
      </div>
    </div>
  );
}
