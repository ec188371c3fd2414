// Runs a tool for the person at the terminal: what they can do something about is said in one sentence, all else with its stack.
const FOR_PEOPLE = new Set(['BackupError', 'ConfigError', 'EmbeddedDatabaseError', 'KeysError', 'OperatorError']);

/** Ends the process with 0, or with 1 after the message. `full`: what came of it where the disk has no space left. */
export function explained(work: () => Promise<void>, full = ''): void {
  work().catch((error: Error & { code?: string }) => {
    process.exitCode = 1;
    if (FOR_PEOPLE.has(error.name)) console.error(error.message);
    else if (error.code === 'ENOSPC') console.error(`The disk is full. ${full}`.trim());
    else if (/^(ECONN|ENOTFOUND|28)/.test(error.code ?? ''))
      console.error(`The database does not let us in: ${error.message}`);
    else console.error(error);
  });
}
