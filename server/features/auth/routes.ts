// Signing in over HTTP: each endpoint to its flow.
import * as seal from '#contract/auth/seal.ts';
import * as security from '#contract/auth/security.ts';
import * as contract from '#contract/auth.ts';
import { implement, type Route } from '../../platform/feature.ts';
import type { Deps } from './deps.ts';
import { findOwnCompany } from './flows/company.ts';
import { signIn } from './flows/login.ts';
import { signOut } from './flows/logout.ts';
import { registerCompany, resendCode } from './flows/register.ts';
import { resetPassword, sendResetLinks } from './flows/reset.ts';
import { resolve } from './flows/resolve.ts';
import { sealKeysOf } from './flows/seal.ts';
import { endOthers, endOwn, newPassword, ownSessions } from './flows/security.ts';
import { verifyAddress } from './flows/verify.ts';

export const authRoutes = (deps: Deps): Route[] => [
  ...implement(contract, {
    register: (_call, input) => registerCompany(deps, input),
    login: (call, input) => signIn(deps, call, input),
    verify: (call, input) => verifyAddress(deps, call, input),
    resend: (_call, input) => resendCode(deps, input),
    requestReset: (_call, input) => sendResetLinks(deps, input),
    reset: (_call, input) => resetPassword(deps, input),
    resolveSession: (call, input) => resolve(deps, call, input),
    resolveCompany: (call, input) => findOwnCompany(deps, call, input),
    logout: (call, input) => signOut(deps, call, input),
  }),
  ...implement(seal, { sealKeys: (call) => sealKeysOf(call) }),
  ...implement(security, {
    listSessions: (call) => ownSessions(call),
    revokeSession: (call, input) => endOwn(deps, call, input),
    revokeOthers: (call) => endOthers(deps, call),
    changePassword: async (call, input) => newPassword(deps, call, input),
  }),
];
