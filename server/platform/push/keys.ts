// The server's own VAPID keys (RFC 8292): made at the first run, kept in the database, so that a restart and every other
// server on the same database have the same. Subscriptions are bound to them.
import webPush from 'web-push';
import type { Database } from '../db/database.ts';

/** Base64url: an uncompressed point of P-256, and its secret. */
export interface PushKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

const OF_NOBODY = '00000000-0000-0000-0000-000000000000';
const FIND = 'SELECT public_key AS "publicKey", private_key AS "privateKey" FROM push_key WHERE company_id = $1';
// Of two servers that start at once the second one waits here, writes nothing, and then finds what the first has made.
const MAKE =
  'INSERT INTO push_key (company_id, public_key, private_key) VALUES ($1, $2, $3) ON CONFLICT (company_id) DO NOTHING';

/** Makes them if there are none. */
export async function loadPushKeys(db: Database): Promise<PushKeys> {
  const find = () => db.system(async (tx) => (await tx.query<PushKeys>(FIND, [OF_NOBODY]))[0]);
  const found = await find();
  if (found) return found;
  const { publicKey, privateKey } = webPush.generateVAPIDKeys();
  await db.system((tx) => tx.query(MAKE, [OF_NOBODY, publicKey, privateKey]));
  const made = await find();
  if (!made) throw new Error('The push keys could not be kept');
  return made;
}
