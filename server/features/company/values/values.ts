// The rules of a company's values: found by a word, replaced as a whole.
import { isDeepStrictEqual } from 'node:util';
import { v7 as uuid } from 'uuid';
import { type CompanyValue, MOST_VALUES, type updateValues } from '#contract/company/values.ts';
import { configChanged } from '#contract/company.ts';
import type { ParsedOf } from '#contract/kernel/endpoint.ts';
import type { Actor } from '../../../platform/actor.ts';
import { audit } from '../../../platform/audit/audit.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { emit } from '../../../platform/events/emit.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { lockConfig } from '../repo.ts';
import { configOf, refuse } from '../service.ts';
import type { Problem } from '../settings.ts';
import { findValues, replaceValues } from './values-repo.ts';

const folded = (text: string): string => text.normalize('NFKC').toLowerCase();

/** In the company's order; with `search` only those that have it in their name or description, whatever the case. */
export async function listValues(tx: Tx, search = ''): Promise<CompanyValue[]> {
  const wanted = folded(search);
  return (await findValues(tx)).filter(({ name, description }) => folded(`${name}\n${description}`).includes(wanted));
}

/** Tells everybody the configuration, which the values are part of, if anything differs. COMPANY_VALUES_CHANGED, INVALID_CONFIG_SETTING. */
export async function changeValues(
  tx: Tx,
  actor: Actor,
  { values: given, seen }: ParsedOf<typeof updateValues>,
): Promise<CompanyValue[]> {
  refuse(problemsOf(given));
  // Two who change them at once do so one after the other.
  await lockConfig(tx);
  const before = await findValues(tx);
  const after = given.map(({ value_id, name, icon_url, description }): CompanyValue => {
    const known = before.find((one) => one.value_id === value_id);
    // Who does not say what it means leaves it as it was.
    return { value_id: value_id ?? uuid(), name, icon_url, description: description ?? known?.description ?? '' };
  });
  if (isDeepStrictEqual(before, after)) return after;
  if (seen && !isDeepStrictEqual(before, seen)) throw new AppError('COMPANY_VALUES_CHANGED');
  await replaceValues(tx, after);
  await emit(tx, configChanged, 'company', await configOf(tx));
  await audit(tx, actor.company_id, actor.employee_id, 'company.values_changed', {
    value_ids: after.map(({ value_id }) => value_id),
    ...differing(before, after),
  });
  return after;
}

/** What the values are called that came, that went, and that are others than before. */
function differing(before: readonly CompanyValue[], after: readonly CompanyValue[]) {
  const sameIn = (all: readonly CompanyValue[], { value_id }: CompanyValue) =>
    all.find((one) => one.value_id === value_id);
  const named = (values: readonly CompanyValue[]) => values.map(({ name }) => name);
  return {
    added: named(after.filter((one) => !sameIn(before, one))),
    removed: named(before.filter((one) => !sameIn(after, one))),
    changed: named(after.filter((one) => !isDeepStrictEqual(sameIn(before, one) ?? one, one))),
  };
}

function problemsOf(given: ParsedOf<typeof updateValues>['values']): Problem[] {
  const names = given.map(({ name }) => folded(name));
  const ids = given.map(({ value_id }) => value_id);
  const many = given.length > MOST_VALUES ? [{ path: 'values', message: `At most ${MOST_VALUES}` }] : [];
  const each = given.flatMap(({ value_id }, at) => [
    ...(names.indexOf(names[at] ?? '') < at
      ? [{ path: `values.${at}.name`, message: 'There is one of this name' }]
      : []),
    ...(value_id && ids.indexOf(value_id) < at ? [{ path: `values.${at}.value_id`, message: 'Named twice' }] : []),
  ]);
  return [...many, ...each];
}
