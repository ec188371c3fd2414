// Whose account one may switch off and on, and whom one may remove: the rule of the server, from what is known here. Pure.
interface Held {
  readonly built_in: string | null;
  readonly permissions: readonly string[];
}

/** @param here whether one owns the company, and whether one manages roles. @param held the roles of the other one. */
export function mayEnd(here: { readonly owner: boolean; readonly roles: boolean }, held: readonly Held[]): boolean {
  const owner = held.some(({ built_in }) => built_in === 'owner');
  const roles = held.some(({ permissions }) => permissions.includes('roles.manage'));
  return (here.owner || !owner) && (here.roles || !roles);
}
