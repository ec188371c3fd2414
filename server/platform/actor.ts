// Who calls, as the server believes it.

/** The company of what is in none: operators, and what is recorded of them. */
export const NO_COMPANY = '00000000-0000-0000-0000-000000000000';

/** Whoever runs the server, by their own session: of no company. */
export interface Operator {
  readonly operator_id: string;
  readonly name: string;
  readonly email: string;
}

/** Who calls: read from the session row at every request, never from a header. */
export interface Actor {
  readonly company_id: string;
  readonly employee_id: string;
  readonly session_id: string;
  readonly permissions: ReadonlySet<string>;
  /** Names of the modules that are on in the actor's company. */
  readonly modules: ReadonlySet<string>;
}
