// What travels from one sign-in page to the next: the address, and the company whose sign-on it may use. Not in the URL, where it
// would be kept by histories and logs.
import { proxy } from 'valtio';

interface SigningIn {
  readonly email: string;
  /** Of the second step, once the password was right. */
  readonly challenge: string;
  /** Its domain is proven, and its single sign-on is on. */
  readonly company: { readonly company_name: string; readonly company_logo: string | null } | null;
}

const store = proxy<{ email: string; challenge: string; company: SigningIn['company'] }>({
  email: '',
  challenge: '',
  company: null,
});
/** Read with `useSnapshot(signingIn)`. */
export const signingIn: SigningIn = store;

export const rememberEmail = (email: string, company: SigningIn['company'] = null): void => {
  store.email = email.trim();
  store.company = company;
};

export const rememberChallenge = (challenge_id: string): void => {
  store.challenge = challenge_id;
};
