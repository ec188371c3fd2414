// npm run demo: a bakery that lives, and how to sign in to it. Works beside a running server and without one.
import { buildApp } from '#server/app.ts';
import { type Config, readConfig } from '#server/platform/config/config.ts';
import { ConfigError } from '#server/platform/config/config-error.ts';
import { openDatabase } from '../lib/database.ts';
import { addressOf, cast } from './cast.ts';
import { type Filled, fill } from './fill.ts';
import { COMPANY, PASSWORD } from './found.ts';

const WHO = ['Ines', 'Freya', 'Amara', 'Priya', 'Rosa'];

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const database = await openDatabase(config);
  try {
    console.log(`Looking for ${COMPANY} …`);
    const app = await buildApp({
      config: { ...config, clientDir: undefined },
      connection: database.connection,
      logLevel: 'error',
    });
    let filled: Filled | null;
    try {
      filled = await fill(app);
    } finally {
      await app.close();
    }
    console.log(report(filled, config, database.inUse));
  } finally {
    await database.close();
  }
}

function report(filled: Filled | null, { publicUrl, port }: Config, inUse: boolean | undefined): string {
  const made =
    filled &&
    `${COMPANY} is ready: ${filled.people} people, ${filled.spaces} spaces, ${filled.messages.toLocaleString('en')} messages of three weeks.`;
  const people = WHO.flatMap((first) => cast.filter((member) => member.first === first));
  const rows = people.map(
    (member) => `  ${addressOf(member).padEnd(38)}${(member.role ?? 'Employee').padEnd(17)}${member.title}`,
  );
  const url = publicUrl ?? `http://localhost:${port}`;
  return [
    made ?? `${COMPANY} is there already; nothing was changed.`,
    '',
    ...rows,
    `  The password of everybody: ${PASSWORD}`,
    '',
    inUse
      ? `Limelight is running: sign in there (${url}, unless you chose another port).`
      : `Start Limelight (npm start) and sign in at ${url}.`,
    'Everybody can read this password: keep the demo off a server that others reach.',
  ].join('\n');
}

main().catch((error: Error & { code?: string }) => {
  const isPlain = error instanceof ConfigError || error.name === 'EmbeddedDatabaseError';
  // Reached, but refused (28…), or not reached at all.
  const isShut = /^(ECONN|ENOTFOUND|28)/.test(error.code ?? '');
  if (isShut) console.error(`The database does not let us in: ${error.message}`);
  else console.error(isPlain ? error.message : error);
  process.exitCode = 1;
});
