// What the columns of signing in are to a person. Secrets and their hashes are in no export, and go with the person.
import type { Tagged } from '../../../platform/db/privacy/register.ts';

const ofPerson = 'company_id employee_id';
const ofSession =
  'session_id IN (SELECT s.session_id FROM session s WHERE s.company_id = $1 AND s.employee_id = $2::uuid)';

export const authData: readonly Tagged[] = [
  {
    table: 'company',
    kept: { key: 'company_id', 'the company’s': 'company_name company_logo status domain', time: 'created_at' },
  },
  {
    table: 'credential',
    whose: 'employee_id',
    personal: 'changed_at changed_in',
    kept: { key: ofPerson, secret: 'password_hash', counter: 'failures' },
    exported: { file: 'account/password', says: 'When you last changed your password', without: 'changed_in' },
  },
  {
    table: 'registration',
    kept: {
      key: 'company_id employee_id',
      'of a company that is not there yet: gone once it is, or within days':
        'company_name first_name last_name email email_key time_zone domain',
      secret: 'password_hash code_hash link_hash asker',
      counter: 'tries',
      time: 'sent_at expires_at created_at',
    },
  },
  {
    table: 'session',
    whose: 'employee_id',
    personal: 'user_agent address',
    kept: {
      key: 'company_id session_id employee_id',
      secret: 'secret_hash follow_key',
      'security: how its keys change': 'generation generation_at generation_used_at previous_used_at secret_shown_at',
      time: 'created_at last_used_at expires_at ended_at parked_at proved_at administered_at',
    },
    exported: {
      file: 'account/sign-ins',
      says: 'Where you have signed in',
      with: 'created_at last_used_at ended_at',
    },
  },
  { table: 'last_seen', kept: { key: ofPerson, time: 'seen_at' } },
  {
    table: 'access_token',
    kept: { key: 'company_id session_id', secret: 'token_hash', counter: 'generation', time: 'issued_at expires_at' },
  },
  {
    table: 'reset_link',
    whose: 'employee_id',
    personal: 'email_key',
    kept: { key: ofPerson, secret: 'token_hash', 'what it is for': 'purpose', time: 'created_at expires_at used_at' },
    exported: 'a key that was mailed; the address is in the profile',
  },
  {
    table: 'sso_config',
    kept: {
      key: 'company_id unconfirmed_by',
      'the company’s': 'issuer client_id create_accounts enabled',
      secret: 'client_secret',
      time: 'updated_at',
    },
  },
  {
    table: 'sso_domain',
    kept: {
      key: 'company_id domain',
      secret: 'token code_hash',
      counter: 'code_tries',
      time: 'code_expires_at verified_at created_at',
    },
  },
  {
    table: 'sso_identity',
    whose: 'employee_id',
    personal: 'issuer subject created_at',
    kept: { key: ofPerson },
    exported: { file: 'account/company-sign-on', says: 'Who you are to your company’s sign-on' },
  },
  {
    table: 'sso_login',
    kept: {
      key: 'company_id replaces proves',
      secret: 'state_hash browser_hash nonce verifier',
      'before anybody is known': 'origin issuer client_id',
      'a page of the app': 'back',
      time: 'created_at expires_at',
    },
  },
  {
    table: 'sso_session',
    whose: ofSession,
    personal: 'id_token',
    kept: { key: 'company_id session_id', 'the company’s': 'end_session_endpoint client_id origin' },
    exported: 'it signs out at the provider, and is a key',
  },
  {
    table: 'second_factor',
    whose: 'employee_id',
    personal: 'begun_at begun_in confirmed_at last_used_at last_used_in',
    kept: { key: ofPerson, secret: 'secret', counter: 'last_step tries' },
    exported: {
      file: 'account/two-step-sign-in',
      says: 'Your two-step sign-in',
      without: 'begun_in last_used_in',
    },
  },
  {
    table: 'recovery_code',
    whose: 'employee_id',
    personal: 'used_at',
    kept: { key: ofPerson, secret: 'code_hash' },
    exported: 'of secrets it is only known which were used',
  },
  {
    table: 'passkey',
    whose: 'employee_id',
    personal:
      'credential_id public_key user_handle counter transports device_type backed_up name created_at made_for last_used_at',
    kept: { key: 'company_id passkey_id employee_id' },
    exported: {
      file: 'account/passkeys',
      says: 'Your passkeys',
      without: 'credential_id public_key user_handle counter made_for',
    },
  },
  {
    table: 'passkey_ceremony',
    kept: {
      key: `${ofPerson} made_for`,
      'for minutes: what an authenticator is to sign': 'kind challenge user_handle',
      time: 'expires_at',
    },
  },
  {
    table: 'sign_in_challenge',
    kept: {
      key: ofPerson,
      secret: 'challenge_hash browser_hash',
      counter: 'tries',
      time: 'created_at expires_at',
      'for minutes': 'setup_id',
    },
  },
  { table: 'sign_in_policy', kept: { key: 'company_id', 'the company’s': 'second_factor' } },
  { table: 'seal_key', kept: { key: ofPerson, secret: 'public_key private_key', time: 'created_at' } },
];
