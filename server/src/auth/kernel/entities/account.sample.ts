import type { Account, FactorRow, IdentityRow, UserRow } from './account.rules.ts';
import type { SessionRow } from './session.rules.ts';

/** Rows for tests of rules, a confirmed user with an e-mail address plus a test's changes. */

export const USER_ID = '11111111-1111-4111-8111-111111111111';
const SIGNED_UP_AT = '2026-01-01T10:00:00+00:00';

export const sampleUser = (change: Partial<UserRow> = {}): UserRow => ({
  id: USER_ID,
  aud: 'authenticated',
  role: 'authenticated',
  email: 'ada@example.org',
  encrypted_password: null,
  email_confirmed_at: SIGNED_UP_AT,
  invited_at: null,
  confirmation_sent_at: null,
  recovery_sent_at: null,
  email_change: null,
  email_change_sent_at: null,
  email_change_confirm_status: 0,
  last_sign_in_at: null,
  raw_app_meta_data: { provider: 'email', providers: ['email'] },
  raw_user_meta_data: {},
  created_at: SIGNED_UP_AT,
  updated_at: SIGNED_UP_AT,
  phone: null,
  phone_confirmed_at: null,
  phone_change: null,
  phone_change_sent_at: null,
  confirmed_at: SIGNED_UP_AT,
  banned_until: null,
  reauthentication_sent_at: null,
  is_sso_user: false,
  deleted_at: null,
  is_anonymous: false,
  ...change,
});

export const sampleIdentity = (change: Partial<IdentityRow> = {}): IdentityRow => ({
  id: '22222222-2222-4222-8222-222222222222',
  provider_id: USER_ID,
  user_id: USER_ID,
  identity_data: { sub: USER_ID, email: 'ada@example.org', email_verified: true },
  provider: 'email',
  last_sign_in_at: SIGNED_UP_AT,
  created_at: SIGNED_UP_AT,
  updated_at: SIGNED_UP_AT,
  email: 'ada@example.org',
  ...change,
});

export const sampleFactor = (change: Partial<FactorRow> = {}): FactorRow => ({
  id: '33333333-3333-4333-8333-333333333333',
  user_id: USER_ID,
  friendly_name: 'phone',
  factor_type: 'totp',
  status: 'verified',
  created_at: SIGNED_UP_AT,
  updated_at: SIGNED_UP_AT,
  secret: 'JBSWY3DPEHPK3PXP',
  phone: null,
  last_challenged_at: null,
  web_authn_credential: null,
  ...change,
});

export const sampleAccount = (change: Partial<Account> = {}): Account => ({
  user: sampleUser(),
  identities: [sampleIdentity()],
  factors: [],
  ...change,
});

export const sampleSession = (change: Partial<SessionRow> = {}): SessionRow => ({
  id: '44444444-4444-4444-8444-444444444444',
  user_id: USER_ID,
  created_at: SIGNED_UP_AT,
  aal: 'aal1',
  not_after: null,
  refreshed_at: null,
  ...change,
});
