// npm run keys: lists the keys by which secrets lie sealed in the database, and never says one. With `rotate`: puts a new one in front,
// which seals from the next start on, while the older ones still open. With `retire`: takes the older ones away, once nothing needs them.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, readConfig } from '#server/platform/config/config.ts';
import {
  addKey,
  dropOlderKeys,
  isPurpose,
  lookAtKeys,
  PURPOSES,
  type Purpose,
} from '#server/platform/db/keys/key-file.ts';
import { countOld } from '#server/platform/db/keys/resealing.ts';
import { createSealer } from '#server/platform/db/sealer.ts';
import { sealedColumns } from '#server/registry.ts';
import { asServer } from '../lib/as-server.ts';
import { explained } from '../lib/explained.ts';
import { whileKeysChange } from '../lib/keys-lock.ts';

class KeysError extends Error {
  override name = 'KeysError';
}

const USAGE = `npm run keys                        lists the keys by which secrets lie sealed in the database
npm run keys -- rotate              puts a new key in front for each purpose; the older ones still open
npm run keys -- rotate finch sso    the same, for these purposes alone
npm run keys -- retire              takes away all but the newest, once nothing in the database needs them; also for some alone`;

/** What lies sealed for it. */
const FOR: Readonly<Record<Purpose, string>> = {
  'second-factor': 'secrets of authenticator apps',
  finch: 'access keys to HR systems',
  device: 'cookies of known browsers',
  sso: 'secrets of company sign-on',
};

const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;
const listed = (lines: readonly string[]): string => lines.map((line) => `  ${line}`).join('\n');

function list({ dataDir }: Config): string {
  const lines = PURPOSES.map((purpose) => {
    const found = lookAtKeys(dataDir, purpose);
    const what = found
      ? `${counted(found.count, 'key')}, changed last at ${new Date(found.changed_at).toISOString()}`
      : 'none yet: the next start makes one';
    return `${purpose.padEnd(14)} ${what} (${FOR[purpose]})`;
  });
  return `${join(dataDir, 'keys')}:\n${listed(lines)}\n\n${USAGE}`;
}

const refused = (what: string): KeysError =>
  new KeysError(`${what} Nothing was changed. Try again once that is done: npm run keys says which keys there are.`);

function rotate({ dataDir }: Config, purposes: readonly Purpose[]): string {
  // All are read before one is changed.
  const there = purposes.filter((purpose) => lookAtKeys(dataDir, purpose));
  if (!there.length) throw new KeysError(`There is no key in ${join(dataDir, 'keys')} yet: the next start makes one.`);
  for (const purpose of there) addKey(dataDir, purpose);
  const lines = there.map((purpose) => {
    const older = (lookAtKeys(dataDir, purpose)?.count ?? 1) - 1;
    return `${purpose.padEnd(14)} a new key seals, ${counted(older, 'older one')} still ${older === 1 ? 'opens' : 'open'}`;
  });
  return `From the next start on:
${listed(lines)}

Start all servers on this database anew, with the same DATA_DIR/keys: one that runs since before reads nothing that a new key has sealed.
They seal anew what an older key has sealed. Then: npm run keys -- retire`;
}

/** Throws KeysError while something is sealed with an older key, or may yet be. */
async function refuseInUse(config: Config, purposes: readonly Purpose[]): Promise<void> {
  const { dataDir } = config;
  const sealers = Object.fromEntries(purposes.map((purpose) => [purpose, createSealer(dataDir, purpose)]));
  await asServer(config, async (db, inUse) => {
    const started = inUse ? statSync(join(dataDir, 'limelight.lock')).mtimeMs : Number.POSITIVE_INFINITY;
    if (purposes.some((purpose) => (lookAtKeys(dataDir, purpose)?.changed_at ?? 0) > started))
      throw new KeysError(
        'The server that runs was started before the newest key was made. Start it anew first. Nothing was changed.',
      );
    const counts = [...(await countOld({ db, sealers }, sealedColumns))];
    if (counts.length)
      throw new KeysError(`Still sealed with an older key:
${listed(counts.map(([table, count]) => `${table}: ${counted(count, 'row')}`))}

A running server seals them anew, from its start on: ${inUse === false ? 'start it (npm start)' : 'wait a moment'}, and try again. Nothing was changed.`);
  });
}

async function retire(config: Config, purposes: readonly Purpose[]): Promise<string> {
  const { dataDir } = config;
  const having = purposes.filter((purpose) => (lookAtKeys(dataDir, purpose)?.count ?? 0) > 1);
  if (!having.length) return 'There is nothing to take away: no purpose has an older key.';
  const inDatabase = having.filter((purpose) => sealedColumns.some((column) => column.purpose === purpose));
  if (inDatabase.length) await refuseInUse(config, inDatabase);
  for (const purpose of having) dropOlderKeys(dataDir, purpose);
  return [
    `Only the newest key is left: ${having.join(', ')}.`,
    ...(having.includes('device')
      ? [
          'Cookies lie in browsers and are not sealed anew: a browser that only an older key knows is a stranger until somebody signs in there,',
          'and whoever was about to prove an address asks for another code.',
        ]
      : []),
    'Where other servers have folders of their own, give them the same keys. Backups of before hold the older ones.',
  ].join('\n');
}

explained(async () => {
  const [, , verb, ...names] = process.argv;
  const known = names.filter(isPurpose);
  if (!['rotate', 'retire', undefined].includes(verb) || known.length < names.length) throw new KeysError(USAGE);
  const config = readConfig(process.env);
  const purposes = known.length ? PURPOSES.filter((purpose) => known.includes(purpose)) : PURPOSES;
  if (verb === undefined) return console.log(list(config));
  const change = verb === 'rotate' ? rotate : retire;
  // Where there are no keys nothing is made, and there is nothing to keep others from.
  const there = PURPOSES.some((purpose) => lookAtKeys(config.dataDir, purpose));
  const work = async () => change(config, purposes);
  console.log(await (there ? whileKeysChange(config, refused, work) : work()));
});
