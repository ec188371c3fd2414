// For forms with something unsaved in them.
import { app } from '../app.ts';

/** False once the session is over, or about to be: nothing could be saved any more. */
export const mayStay = (): boolean => !app.leaving.aborted && app.session.read() !== null;
