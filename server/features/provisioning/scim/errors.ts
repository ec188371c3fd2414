// Refusals in the words of the standard (RFC 7644, 3.12). A detail is one of our own texts: it is shown to administrators, and nothing
// that the provider has sent stands in it.
import { AppError, answerOf } from '../../../platform/http/errors.ts';

export type ScimType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'noTarget'
  | 'tooMany'
  | 'uniqueness';

export class ScimError extends Error {
  override readonly name = 'ScimError';
  readonly status: number;
  readonly scimType: ScimType | undefined;
  constructor(status: number, detail: string, scimType?: ScimType) {
    super(detail);
    this.status = status;
    this.scimType = scimType;
  }
}

export const notFound = (): ScimError => new ScimError(404, 'There is no such resource');
export const badValue = (detail: string): ScimError => new ScimError(400, detail, 'invalidValue');

const refusals: Readonly<Record<string, readonly [status: number, detail: string, scimType?: ScimType]>> = {
  AUTH_INVALID_TOKEN: [401, 'The token is missing, wrong or revoked'],
  AUTH_EMAIL_ALREADY_EXISTS: [409, 'userName: somebody here has this address already', 'uniqueness'],
  EXTERNAL_ID_TAKEN: [409, 'externalId: another one here has it already', 'uniqueness'],
  GROUP_ALREADY_EXIST: [409, 'displayName: there is a group with this name already', 'uniqueness'],
  EMPLOYEE_NOT_FOUND: [400, 'Somebody who is named as manager or member is not here', 'invalidValue'],
  GROUP_NOT_FOUND: [404, 'There is no such resource'],
  LAST_OWNER: [409, 'This is the last owner of the company, who cannot be deactivated'],
  NO_PERMISSION: [403, 'Provisioning may not do this: it has to be done in the app'],
  TOO_MANY_GROUPS: [409, 'There are as many groups as there can be'],
  TOO_MANY_DEPARTMENTS: [409, 'There are as many departments as there can be'],
  COMPANY_SUSPENDED: [503, 'The company is paused'],
  TOO_MANY_REQUESTS: [429, 'Too many calls: please wait'],
};

export interface Refusal {
  readonly status: number;
  readonly detail: string;
  readonly scimType: ScimType | undefined;
  readonly retryAfter: number | undefined;
  /** A bug or an outage: to be logged with its stack. */
  readonly unexpected: boolean;
}

/** Any error → what the provider gets. */
export function refusalOf(error: unknown): Refusal {
  const expected = { retryAfter: undefined, unexpected: false };
  if (error instanceof ScimError) {
    const { status, message: detail, scimType } = error;
    return { ...expected, status, detail, scimType };
  }
  if (error instanceof AppError) {
    const [status, detail, scimType] = refusals[error.code] ?? [];
    if (status && detail) return { ...expected, status, detail, scimType, retryAfter: error.retryAfter };
    if (error.code === 'INVALID_REQUEST')
      return { ...expected, status: 400, detail: placeOf(error.data), scimType: 'invalidValue' };
  }
  const { status, body, retryAfter, unexpected } = answerOf(error, undefined);
  const scimType = status === 400 ? 'invalidSyntax' : undefined;
  return { status, detail: status === 400 ? 'Not JSON' : (body.message ?? ''), scimType, retryAfter, unexpected };
}

const names: Readonly<Record<string, string>> = {
  manager_id: 'manager: nobody can report to themselves, directly or through others',
  status: 'active: the account cannot become that',
};
function placeOf(data: unknown): string {
  const [first] = Array.isArray(data) ? (data as { path?: string }[]) : [];
  return names[first?.path ?? ''] ?? 'Something in it is not acceptable';
}
