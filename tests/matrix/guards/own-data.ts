// The archive of all that is kept about somebody, as they download and unpack it.
import { expect } from 'vitest';
import { metadata } from '#contract/files.ts';
import { askExport, getExport } from '#contract/privacy.ts';
import { copyOf } from '../../flows/auth.fixture.ts';
import { addPerson, PASSWORD } from '../../kit/factory.ts';
import { unzip } from '../../kit/files.ts';
import { wordsIn } from '../rules/words.ts';
import { type Side, write } from '../world.ts';

/** Of somebody new in this company who has written something; asked for and fetched at `url`. */
export async function ownData(side: Side, url: string): Promise<{ parts: number; words: string }> {
  const { app, owner, word } = side;
  const person = copyOf(await addPerson(app, owner, { first_name: `${word} Own`, last_name: `${word} Last` }), { url });
  await write(person, { entity_type: 'employee', entity_id: owner.employee_id }, `${word} said`);
  await person.call(askExport, { password: PASSWORD });
  const last = async () => (await person.call(getExport, {})).data_export;
  await expect.poll(async () => (await last())?.status, { timeout: 60_000 }).toBe('ready');
  const { download_url } = await person.call(metadata, { file_id: (await last())?.file_id ?? '' });
  const zip = Buffer.from(await (await fetch(new URL(download_url, url))).arrayBuffer());
  return { parts: unzip(zip).size, words: wordsIn(zip) };
}
