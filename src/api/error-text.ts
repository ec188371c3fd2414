// Codes that any feature may meet → the sentence people see (specification, sections 5, 6 and 8, verbatim). A feature's own
// codes have their sentences in its messages.ts.
import { ApiError, NetworkError } from './errors.ts';

export const UNKNOWN_ERROR = 'An unknown error occurred';

const common: Readonly<Record<string, string>> = {
  INVALID_REQUEST: 'Invalid request',
  INTERNAL_SERVER_ERROR: 'Something went wrong, please try again later',
  SERVICE_UNAVAILABLE: 'Something went wrong, please try again later',
  AUTH_INVALID_TOKEN: 'Invalid token, please login again',
  AUTH_WRONG_COMPANY: 'You are not authorized to access this company',
  AUTH_PROOF_REQUIRED: 'Confirm that it is you to go on.',
  NO_PERMISSION: 'Permission not given',
  PAYLOAD_TOO_LARGE: 'This is too large to send',
  TOO_MANY_REQUESTS: 'Too many attempts, please wait a moment',
  STORAGE_FULL: 'The server has no space left, please tell your administrator',
};

/** A feature's own codes: the sentence, or how it follows from what the answer says besides. */
export type Texts = Readonly<Record<string, string | ((data: unknown) => string)>>;

/** `own`: the feature's table, which comes first. */
function codeText(code: string, own: Texts = {}, data?: unknown): string {
  const text = own[code] ?? common[code] ?? UNKNOWN_ERROR;
  return typeof text === 'string' ? text : text(data);
}

/** The sentence for anything that a call threw, or for a code. */
export function errorText(error: unknown, own?: Texts): string {
  if (error instanceof NetworkError) return error.message;
  if (typeof error === 'string') return codeText(error, own);
  return error instanceof ApiError ? codeText(error.code, own, error.data) : UNKNOWN_ERROR;
}
