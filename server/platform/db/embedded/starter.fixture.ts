// A stand-alone Node process for embedded.test.ts: starts the embedded database of the folder in argv[2], says so in one
// JSON line, and stops it on SIGTERM. The tests kill it in every way a server can be killed.
import { startEmbedded } from './embedded.ts';

try {
  const database = await startEmbedded({ dataDir: process.argv[2] ?? '', log: (line) => console.error(line) });
  process.once('SIGTERM', () => void database.stop().then(() => process.exit(0)));
  console.log(JSON.stringify(database));
  setInterval(() => undefined, 60_000);
} catch (error) {
  console.log(JSON.stringify({ refused: (error as Error).message }));
  process.exitCode = 1;
}
