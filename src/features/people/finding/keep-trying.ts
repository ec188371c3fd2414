// How often lists that are kept on the device ask again.
import { isPassing, NetworkError } from '#src/api/errors.ts';

/** As often as others, as src/api/query-client.ts has it. */
const RETRIES = 3;

/**
 * For `retry`. Without a connection there is no end to it, and no failure: the copy stays on the screen, and a copy that was just taken from
 * the disk is read anew by nobody who would hear of one.
 */
export const keepTrying = (failures: number, error: Error): boolean =>
  error instanceof NetworkError || (failures < RETRIES && isPassing(error));
