// What whoever is alone in a company does first, and what of it is done: read off what is there, so that nothing has to be kept of it.
import type { CompanyConfig } from '#contract/company.ts';
import type { Person } from '#contract/people.ts';

export type StepName = 'invite' | 'space' | 'look';

export interface FirstStep {
  readonly name: StepName;
  readonly done: boolean;
}

interface Known {
  /** By employee_id. */
  readonly people: ReadonlyMap<string, Pick<Person, 'employee_account_status'>>;
  readonly self_id: string;
  /** What they may do. */
  readonly may: Readonly<Record<StepName, boolean>>;
  readonly hasSpace: boolean;
  readonly config: Pick<CompanyConfig, 'color_theme' | 'company_logo'>;
}

/** The account of everybody else, if nobody of them has joined; undefined once somebody has. One look at each, and none beyond the first who has. */
export function invitedIn({ people, self_id }: Pick<Known, 'people' | 'self_id'>): number | undefined {
  let invited = 0;
  for (const [id, { employee_account_status: status }] of people) {
    if (id === self_id) continue;
    if (status !== 'INVITED') return undefined;
    invited += 1;
  }
  return invited;
}

/** Undefined for who may not invite, and as soon as somebody else has joined. */
export function firstSteps(known: Known): FirstStep[] | undefined {
  const invited = invitedIn(known);
  if (!known.may.invite || invited === undefined) return undefined;
  const { color_theme, company_logo } = known.config;
  const done = { invite: invited > 0, space: known.hasSpace, look: color_theme !== 'default' || company_logo !== null };
  return (['invite', 'space', 'look'] as const)
    .filter((name) => known.may[name])
    .map((name) => ({ name, done: done[name] }));
}
