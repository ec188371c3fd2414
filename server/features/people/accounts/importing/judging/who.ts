// Whom a line is about: who has its employee number, or else its address. Where the two name different people, nothing is done. Pure.
import type { ImportField } from '#contract/people/spreadsheet/importing.ts';
import { emailKey } from '../../../finding/fold.ts';
import { covers } from '../../../policy.ts';
import { standing } from '../../../roles/roles.ts';
import type { Judged } from './judged.ts';
import type { Problem, Wish } from './wish.ts';
import type { Known, World } from './world.ts';

export type HeadingOf = (field: ImportField) => string | null;

/** Undefined for somebody new. */
export function whoIs(wish: Wish, problems: Problem[], world: World, headingOf: HeadingOf): Known | undefined {
  const { employee_number: number } = wish.fields;
  const addressed = world.people.get(wish.key);
  if (!number) return addressed;
  const numbered = world.numbered.get(number);
  const wrong = (message: string) => void problems.push({ column: headingOf('employee_number'), message });
  if (numbered && addressed && numbered.row.employee_id !== addressed.row.employee_id) wrong(CONFLICT);
  else if (numbered) refuseAddress(numbered, wish, problems, world, headingOf);
  else if (!wish.key) problems.push(addressMissing(headingOf));
  // Whose own address it is comes again, as they would without a number.
  else if (world.reserved.get(number)?.some((key) => key !== wish.key))
    wrong('Somebody who has left has this number: bring them back, or leave it out');
  // An address may have been given to somebody new, and a zero in front may have been lost: neither is guessed.
  else if (addressed?.row.employee_number)
    wrong(
      `Whoever has this address has the number ${addressed.row.employee_number} here: change it by hand if it is wrong`,
    );
  return numbered ?? addressed;
}

/** Names nobody: it stays with the row, whoever of the two is erased. */
const CONFLICT = "The number is one person's here, and the address somebody else's";

function addressMissing(headingOf: HeadingOf): Problem {
  const column = headingOf('work_email_id');
  if (column !== null) return { column, message: 'This field is required' };
  return { column: headingOf('employee_number'), message: 'Nobody has this number: somebody new needs a work e-mail' };
}

/** Who could be taken over by another address is out of reach, as by hand. */
function refuseAddress(
  { row, role_ids }: Known,
  wish: Wish,
  problems: Problem[],
  world: World,
  headingOf: HeadingOf,
): void {
  if (!wish.key || wish.key === emailKey(row.work_email)) return;
  const there = standing(role_ids.flatMap((id) => world.rolesById.get(id) ?? []));
  if (!covers(world.standing, there))
    problems.push({
      column: headingOf('work_email_id'),
      message: 'You may not change the address of somebody who may do more than you',
    });
}

/** Nobody stands in two lines. Answers which one counts for an address: the first. */
export function refuseRepeats(all: readonly Judged[], headingOf: HeadingOf): Map<string, Judged> {
  const [addresses, numbers, people] = [
    new Map<string, Judged>(),
    new Map<string, Judged>(),
    new Map<string, Judged>(),
  ];
  for (const one of all) {
    const { wish, known, problems } = one;
    const { employee_number: number = '' } = wish.fields;
    const id = known?.row.employee_id ?? '';
    const at = (which: ReadonlyMap<string, Judged>, key: string) => (key ? which.get(key)?.line.row : undefined);
    const [address, same, person] = [at(addresses, wish.key), at(numbers, number), at(people, id)];
    if (address) problems.push({ column: headingOf('work_email_id'), message: `Row ${address} has this address` });
    else if (same) problems.push({ column: headingOf('employee_number'), message: `Row ${same} has this number` });
    else if (person && !problems.length)
      problems.push({ column: null, message: `Row ${person} is about the same person` });
    for (const [which, key] of [
      [addresses, wish.key],
      [numbers, number],
      [people, id],
    ] as const)
      if (key && !which.has(key)) which.set(key, one);
  }
  return addresses;
}
