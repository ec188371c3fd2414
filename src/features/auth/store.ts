// What travels from one sign-in page to the next: the address, and the company whose sign-on it may use. Not in the URL, where it
// would be kept by histories and logs.
import { proxy } from 'valtio';

interface SigningIn {
  readonly email: string;
  /** Of the second step, once the password was right. */
  readonly challenge: string;
  /** The second step is to set the second factor up. */
  readonly toSetUp: boolean;
  /** What answers it, or can be set up. */
  readonly ways: readonly ('passkey' | 'totp')[];
  /** Its domain is proven, and its single sign-on is on. */
  readonly company: { readonly company_name: string; readonly company_logo: string | null } | null;
}

const store = proxy<{ -readonly [K in keyof SigningIn]: SigningIn[K] }>({
  email: '',
  challenge: '',
  toSetUp: false,
  ways: [],
  company: null,
});
/** Read with `useSnapshot(signingIn)`. */
export const signingIn: SigningIn = store;

export const rememberEmail = (email: string, company: SigningIn['company'] = null): void => {
  store.email = email.trim();
  store.company = company;
};

export const rememberChallenge = (challenge_id: string, toSetUp = false, ways: SigningIn['ways'] = []): void => {
  store.challenge = challenge_id;
  store.toSetUp = toSetUp;
  store.ways = ways;
};
