// Which items the rail and the bottom navigation show: from the manifests, the module map and the permissions.
import type { FeatureManifest, NavItem } from '#src/kit/ui/navigation.ts';

export interface NavItems {
  main: NavItem[];
  more: NavItem[];
  foot: NavItem[];
  /** In the bar of wide windows. */
  top: NavItem[];
  /** Bottom navigation, besides Me: at most three. */
  bar: NavItem[];
  /** The raised one in its middle. */
  action: NavItem | undefined;
  /** What phones find under Me. */
  me: NavItem[];
}

export interface NavRights {
  modules: Readonly<Record<string, boolean>> | undefined;
  permissions: readonly string[] | undefined;
}

/** A module that the map does not name is on: a client may be older or newer than its server. */
export const isOn = (module: string | undefined, modules: NavRights['modules']): boolean =>
  module === undefined || modules?.[module] !== false;

export function navItems(features: readonly FeatureManifest[], { modules, permissions = [] }: NavRights): NavItems {
  const items = features
    .filter((feature) => isOn(feature.module, modules))
    .flatMap((feature) => (feature.nav ? [feature.nav] : []))
    .filter((item) => !item.permissions || item.permissions.some((permission) => permissions.includes(permission)))
    .sort((a, b) => a.order - b.order);
  const at = (place: NonNullable<NavItem['place']>) => items.filter((item) => (item.place ?? 'main') === place);
  const action = items.find((item) => item.phone === 'action');
  const bar = items.filter((item) => item.phone === 'bar').slice(0, action ? 3 : 4);
  return {
    main: at('main'),
    more: at('more'),
    foot: at('foot'),
    top: at('top'),
    bar,
    action,
    me: items.filter((item) => !bar.includes(item) && item !== action),
  };
}
