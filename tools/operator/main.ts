// npm run operator: lists the operators. With `reset [e-mail]`: prints a link that sets the password of one anew, or, as long as there
// is none, the link for the first. Works beside a running server and without one, with whichever database the server has.
import { listOperatorRows, makeWayIn, type WayIn } from '#server/features/operator/accounts/way-in.ts';
import { type Config, readConfig } from '#server/platform/config/config.ts';
import type { Database } from '#server/platform/db/database.ts';
import { asServer } from '../lib/as-server.ts';
import { explained } from '../lib/explained.ts';

class OperatorError extends Error {
  override name = 'OperatorError';
}

const USAGE = `npm run operator                     lists who runs this server
npm run operator -- reset            prints a link for a new password, where there is one operator
npm run operator -- reset olu@x.org  the same, for the one with this address`;

type Rows = readonly { readonly name: string; readonly email: string; readonly signed_in_at: string }[];

/** What a person wrote cannot steer the terminal. */
const plain = (text: string): string => text.replace(/\p{Cc}/gu, ' ');
const listed = (operators: Rows): string =>
  operators
    .map(
      ({ name, email, signed_in_at }) =>
        `  ${plain(email)}  ${plain(name)}, signed in last on ${signed_in_at.slice(0, 10)}`,
    )
    .join('\n');

/** What to say of it; throws OperatorError where there is nothing to give. */
function told(way: WayIn, email: string | undefined, { publicUrl, port }: Config): string {
  const origin = publicUrl ?? `http://localhost:${port}`;
  // Behind the #, where neither servers nor proxies write it down.
  if (way.for === 'first')
    return `There is no operator yet. Set up the first one, once:\n\n  ${origin}/backadmin/setup#${way.token}\n`;
  if (way.for === 'password')
    return [
      `${plain(way.operator.name)} (${plain(way.operator.email)}) chooses a new password here, once, within an hour:`,
      '',
      `  ${origin}/backadmin/reset#${way.token}`,
      '',
      'The old password works until then. Whoever has the link has the account: hand it to nobody else.',
    ].join('\n');
  const why = email === undefined ? 'Say which operator' : `No operator has the address ${plain(email)}`;
  throw new OperatorError(`${why}: npm run operator -- reset <e-mail>\n${listed(way.operators)}`);
}

async function answer(db: Database, config: Config): Promise<string> {
  const [, , verb, email] = process.argv;
  if (verb === 'reset') return told(await makeWayIn(db, email), email, config);
  const operators = await listOperatorRows(db);
  return `${operators.length ? `Who runs this server:\n${listed(operators)}` : 'There is no operator yet.'}\n\n${USAGE}`;
}

explained(async () => {
  const [, , verb, , ...more] = process.argv;
  if ((verb !== undefined && verb !== 'reset') || more.length) throw new OperatorError(USAGE);
  const config = readConfig(process.env);
  const running = await asServer(config, async (db, inUse) => {
    console.log(await answer(db, config));
    return inUse;
  });
  if (running === false) console.log('Limelight is not running on this folder: start it (npm start) to use a link.');
});
