// The address that travels from one sign-in page to the next; not in the URL, where it would be kept by histories and logs.
import { proxy } from 'valtio';

const store = proxy({ email: '' });
/** Read with `useSnapshot(signingIn)`. */
export const signingIn: Readonly<{ email: string }> = store;

export const rememberEmail = (email: string): void => {
  store.email = email.trim();
};
