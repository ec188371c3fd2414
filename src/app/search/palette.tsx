// The search with what only the shell knows: the pages that this person may open. Loaded when it is asked for.
import type { Page } from '#src/features/search/pages.ts';
import { SearchPalette } from '#src/features/search/palette.tsx';
import { useAdminGroups } from '../admin/admin-list.tsx';
import { navItems } from '../nav-items.ts';
import type { SectionGroup } from '../sections/section-list.tsx';
import { settingsPage, useSettingsGroups } from '../settings/settings-list.tsx';
import { useApp } from '../state/app-state.ts';

export const Palette = () => <SearchPalette pages={usePages()} />;

/** The lists of the navigation, the settings and the administration: they know what this person may see. */
function usePages(): Page[] {
  const { state, features } = useApp();
  const rights = { modules: state.modules, permissions: state.session?.permissions ?? [] };
  const { main, more, foot, top } = navItems(features, rights);
  const own = [...main, ...more, ...foot, ...top].map(({ label, icon, to }) => ({ label, icon, to, under: '' }));
  return [
    ...own,
    { ...settingsPage, under: '' },
    ...pagesOf('Settings', useSettingsGroups()),
    ...pagesOf('Admin', useAdminGroups()),
  ];
}

const pagesOf = (under: string, groups: readonly SectionGroup[]): Page[] =>
  groups.flatMap(({ items }) => items.map((item) => ({ ...item, under })));
