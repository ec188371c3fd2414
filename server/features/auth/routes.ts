// Signing in over HTTP: each endpoint to its flow.
import * as companies from '#contract/auth/companies.ts';
import * as demand from '#contract/auth/demand.ts';
import * as passkeys from '#contract/auth/passkeys.ts';
import * as proof from '#contract/auth/proof.ts';
import * as seal from '#contract/auth/seal.ts';
import * as secondFactor from '#contract/auth/second-factor.ts';
import * as security from '#contract/auth/security.ts';
import * as sso from '#contract/auth/sso.ts';
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
import { answerChallenge } from './second-factor/challenge.ts';
import { changeDemand, presentDemand } from './second-factor/demand.ts';
import { beginAtTheDoor, confirmAtTheDoor } from './second-factor/door.ts';
import { addOwn, beginOwn } from './second-factor/passkeys/adding.ts';
import { addOnTheWay, askOnTheWay, beginOnTheWay } from './second-factor/passkeys/at-door.ts';
import { askOwn, removeOwn, renameOwn } from './second-factor/passkeys/own.ts';
import * as setup from './second-factor/setup.ts';
import { companiesHere, goTo, parkPresent, signOutOf } from './session/companies/switching.ts';
import { prove as proveOwn, waysOf } from './session/fresh-proof.ts';
import { begin } from './sso/begin.ts';
import { claim, mailCode, prove, remove } from './sso/domains.ts';
import { goAndProve } from './sso/proving.ts';
import { change, present, tryOut } from './sso/setup.ts';

export const authRoutes = (deps: Deps): Route[] => [
  ...implement(contract, {
    register: (call, input) => registerCompany(deps, call, input),
    login: (call, input) => signIn(deps, call, input),
    verify: (call, input) => verifyAddress(deps, call, input),
    resend: (call, input) => resendCode(deps, call, input),
    requestReset: (_call, input) => sendResetLinks(deps, input),
    reset: (_call, input) => resetPassword(deps, input),
    resolveSession: (call, input) => resolve(deps, call, input),
    resolveCompany: (call, input) => findOwnCompany(deps, call, input),
    logout: (call, input) => signOut(deps, call, input),
  }),
  ...implement(companies, {
    listCompanies: (call) => companiesHere(deps, call),
    parkCompany: (call) => parkPresent(call),
    switchCompany: (call, input) => goTo(deps, call, input),
    leaveCompanies: (call, input) => signOutOf(deps, call, input),
  }),
  ...implement(demand, {
    getDemand: (call) => presentDemand(call),
    setDemand: (call, input) => changeDemand(deps, call, input),
    beginAtDoor: (call, input) => beginAtTheDoor(deps, call, input),
    confirmAtDoor: (call, input) => confirmAtTheDoor(deps, call, input),
  }),
  ...implement(passkeys, {
    beginPasskey: async (call, input) => beginOwn(deps, call, input),
    addPasskey: async (call, input) => addOwn(deps, call, input),
    renamePasskey: (call, input) => renameOwn(call, input),
    askForPasskey: (call) => askOwn(deps, call),
    removePasskey: async (call, input) => removeOwn(deps, call, input),
    askAtDoor: (call, input) => askOnTheWay(deps, call, input),
    beginPasskeyAtDoor: (call, input) => beginOnTheWay(deps, call, input),
    addPasskeyAtDoor: (call, input) => addOnTheWay(deps, call, input),
  }),
  ...implement(proof, {
    proofWays: (call) => waysOf(deps, call),
    goProve: (call, input) => goAndProve(deps, call, input),
    giveProof: async (call, input) => proveOwn(deps, call, input),
  }),
  ...implement(seal, { sealKeys: (call) => sealKeysOf(call) }),
  ...implement(secondFactor, {
    getSecondFactor: (call) => setup.getState(deps, call),
    beginTotp: async (call, input) => setup.begin(deps, call, input),
    confirmTotp: async (call, input) => setup.confirm(deps, call, input),
    renewRecovery: async (call, input) => setup.renew(deps, call, input),
    turnOffSecondFactor: async (call, input) => setup.turnOff(deps, call, input),
    answerSecondFactor: (call, input) => answerChallenge(deps, call, input),
  }),
  ...implement(security, {
    listSessions: (call) => ownSessions(deps, call),
    revokeSession: (call, input) => endOwn(deps, call, input),
    revokeOthers: (call) => endOthers(deps, call),
    changePassword: async (call, input) => newPassword(deps, call, input),
  }),
  ...implement(sso, {
    beginSso: (call, input) => begin(deps, call, input),
    getSso: (call) => present(call, deps),
    updateSso: (call, input) => change(deps, call, input),
    testSso: async (call, input) => tryOut(deps, call, input),
    claimDomain: (call, input) => claim(deps, call, input),
    mailDomainCode: (call, input) => mailCode(deps, call, input),
    verifyDomain: async (call, input) => prove(deps, call, input),
    deleteDomain: (call, input) => remove(deps, call, input),
  }),
];
