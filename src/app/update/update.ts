// Whether there is a new version; what is done about it is worker.ts.
import { proxy } from 'valtio/vanilla';

/**
 * Read with `useSnapshot(update)`. `ready`: a new version waits, or another tab has let it take over. `asked`: the person wants
 * it, and it comes as soon as nothing is busy.
 */
export const update = proxy({ ready: false, asked: false });
