// What the shell has to know about the session and the company, and what it can ask for. The data layer fills it in
// (src/main.tsx); nothing in src/app asks the data layer directly.
import { createContext, use } from 'react';
import type { Presence } from '#contract/sync.ts';
import type { FeatureManifest } from '#src/kit/ui/navigation.ts';

export interface AppPerson {
  employee_id: string;
  first_name: string;
  last_name: string;
  position_title: string;
  profile_url: string | null;
  employee_status: { status_type: StatusChoice; auto_status: Presence };
}

/** What a person can choose; `Automatic` follows activity. */
export type StatusChoice = 'Automatic' | Presence;

export interface AppCompany {
  company_id: string;
  company_name: string;
  company_logo: string | null;
}

export interface AppState {
  /** Both together make the signed-in shell (specification, section 2). */
  session: { employee_id: string; permissions: readonly string[] } | undefined;
  company: AppCompany | undefined;
  /** The company is being resolved and no copy is at hand, or what a signed-in page needs is being fetched: the loading screen. */
  loading: boolean;
  /** What a signed-in page needs could not be fetched. */
  failed: Error | null;
  me: AppPerson | undefined;
  /** Name of the colour theme, from the company's configuration or its cached copy. */
  theme: string | undefined;
  /** Undefined: not known yet, nothing is hidden. */
  modules: Readonly<Record<string, boolean>> | undefined;
  /** `connecting`: it was there or is expected, and is being made. Only `offline` shows the banner. */
  connection: 'online' | 'connecting' | 'offline';
  /** The person may not use the app now: the company is suspended, or the account is not active. */
  inactive: 'company' | 'employee' | undefined;
  /** The stored version is another one and the notice was not dismissed (specification, section 4). */
  versionChanged: boolean;
  actions: AppActions;
}

export interface AppActions {
  /** Logs out and goes where the server says, else to the root. What is unsent is locked away on the device for their return. */
  logOut: () => void;
  setStatus: (status: StatusChoice) => void;
  /** Tries to connect and to send now, or to fetch again what could not be fetched. */
  retryConnection: () => void;
  /** The forced-logout notice: go, or not now for this version. */
  signInAgain: () => void;
  dismissVersionNotice: () => void;
}

export interface App {
  state: AppState;
  features: readonly FeatureManifest[];
}

/** Given by `LimelightApp`. */
export const AppContext = createContext<App | undefined>(undefined);

/** State and features, for everything below src/app. */
export function useApp(): App {
  const app = use(AppContext);
  if (!app) throw new Error('The app state is not provided');
  return app;
}

export type Shell = 'loading' | 'signed-in' | 'signed-out';

/** The root's decision: both a session and a company, or not; in between, loading. */
export function shellOf(state: Pick<AppState, 'session' | 'company' | 'loading'>): Shell {
  if (state.session && state.company) return 'signed-in';
  return state.session && state.loading ? 'loading' : 'signed-out';
}
