// Error codes that any endpoint may answer, with their HTTP status. A feature's own codes stand in its contract file.

/** Codes that every endpoint may answer. Spelled as in section 8 of the specification where it names them. */
export const commonErrors = {
  INVALID_REQUEST: 400,
  PAYLOAD_TOO_LARGE: 413,
  TOO_MANY_REQUESTS: 429,
  INTERNAL_SERVER_ERROR: 500,
  STORAGE_FULL: 507,
  SERVICE_UNAVAILABLE: 503,
} as const;

/** Codes that every endpoint behind a session may answer besides. */
export const sessionErrors = {
  AUTH_INVALID_TOKEN: 401,
  AUTH_WRONG_COMPANY: 403,
  NO_PERMISSION: 403,
  // Not for good, and no fault of the session: what waits to be sent goes on waiting, also in an app that does not know the code.
  COMPANY_SUSPENDED: 503,
} as const;

/** Code that every endpoint of operators may answer besides. No employee's session is meant by it. */
export const operatorErrors = { OPERATOR_SESSION_OVER: 401 } as const;

export type ErrorMap = Readonly<Record<string, number>>;
