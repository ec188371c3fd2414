// What to write when an endpoint has no case yet, or its case leaves a field out: said so that it can be pasted.
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import type { Case } from '../cases/case.ts';
import { placesOf } from '../paths.ts';
import type { Side } from '../world.ts';
import { fieldsOf } from './lint.ts';

export function missingCase(endpoint: Endpoint): string {
  const fields = fieldsOf(endpoint.input).map(({ path }) => `${path}: …`);
  const [feature, thing, verb] = endpoint.name.split('.');
  return [
    `${endpoint.name} has no entry in tests/matrix/cases.ts. Add one valid call with every field, made anew each time:`,
    `  entry(${feature}.${verb} /* ${thing} */, async (side) => ({ input: { ${fields.join(', ')} } })),`,
    'Things it names are made with the helpers of tests/matrix/world.ts.',
  ].join('\n');
}

/** Fields that none of the case's forms gives. */
export async function fieldsLeftOut(endpoint: Endpoint, given: Case, side: Side): Promise<string[]> {
  const inputs = await Promise.all(given.forms.map(async (form) => (await form(side)).input));
  return fieldsOf(endpoint.input)
    .map(({ path }) => path)
    .filter((path) => path && !inputs.some((input) => placesOf(input, path.replace(/\[\]$/, '')).length));
}
